import type { Row } from './row.ts';

/** What became of a row: the figures of its rounds, or why it was not run. */
export interface Outcome {
  row: Row;
  figures: number[];
  lacking?: string;
}

export const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

export const missed = ({ row: { bound }, figures, lacking }: Outcome): boolean =>
  lacking === undefined && !('least' in bound ? median(figures) >= bound.least : median(figures) <= bound.most);

const heads = ['work', 'against', 'median', 'rounds', 'must be', 'aim', 'holds'];

function cellsOf(outcome: Outcome): string[] {
  const { row, figures, lacking } = outcome;
  const { bound, unit } = row;
  const written = (figure: number) => (unit ? `${Math.round(figure)} ${unit}` : figure.toFixed(2));
  const sign = 'least' in bound ? '≥' : '≤';
  const most = 'least' in bound ? bound.least : bound.most;
  return [
    row.work,
    row.against,
    lacking === undefined ? written(median(figures)) : '',
    lacking === undefined && figures.length > 1
      ? `${Math.min(...figures).toFixed(2)} to ${Math.max(...figures).toFixed(2)}`
      : '',
    `${sign} ${unit ? written(most) : most}`,
    bound.aim === undefined ? '' : `${sign} ${unit ? written(bound.aim) : bound.aim}`,
    lacking === undefined ? (missed(outcome) ? 'MISSED' : 'yes') : `NOT RUN: ${lacking}`,
  ];
}

/** The table in Markdown, which a terminal shows well enough too. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const lines = [heads, ...outcomes.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const written = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [written[0], rule, ...written.slice(1)].join('\n');
}
