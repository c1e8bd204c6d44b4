import { Graph, layout } from '@dagrejs/dagre';
import { type BadgeName, wordsOf } from '../parts/badges.tsx';

export type Kind = 'SUPERSEDES' | 'NARROWS' | 'CONTRADICTS' | 'DERIVES_FROM';

/** A relationship in words, read from the newer claim. */
export const kindWords: Readonly<Record<Kind, string>> = {
  SUPERSEDES: 'supersedes',
  NARROWS: 'narrows',
  CONTRADICTS: 'contradicts',
  DERIVES_FROM: 'derives from',
};

export interface Drawn {
  id: string;
  title: string;
  evidence: BadgeName;
}

export interface DrawnEdge {
  id: string;
  kind: Kind;
  source: { id: string };
  target: { id: string };
}

const box = { width: 260, height: 66 };
const characters = 33;

const points = (at: readonly { x: number; y: number }[]): string =>
  at.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** A title in two lines of the box; the rest is in the link's own name. */
function linesOf(title: string): string[] {
  const words = title.split(/\s+/).flatMap((word) => chunks(word));
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && [...last, ...word].length < characters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length > 2 ? [lines[0] ?? '', `${lines[1]}…`] : lines;
}

function chunks(word: string): string[] {
  const all = [...word];
  return Array.from({ length: Math.ceil(all.length / characters) }, (_, n) =>
    all.slice(n * characters, (n + 1) * characters).join(''),
  ).slice(0, 3);
}

/** A claim's relatives as a graph: the older above. Kinds differ in their line and say their name; every claim is a link. */
export const LineageGraph = ({
  nodes,
  edges,
  self,
}: {
  nodes: readonly Drawn[];
  edges: readonly DrawnEdge[];
  self: string;
}) => {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'BT', nodesep: 28, ranksep: 64, edgesep: 24, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...box });
  for (const { id, kind, source, target } of edges) {
    graph.setEdge(source.id, target.id, { width: kindWords[kind].length * 7 + 12, height: 20, labelpos: 'c' }, id);
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return (
    <svg
      viewBox={`0 0 ${Math.ceil(width)} ${Math.ceil(height)}`}
      width={String(Math.ceil(width))}
      height={String(Math.ceil(height))}
    >
      <title>Lineage graph, in words below</title>
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="9"
          markerHeight="9"
          markerUnits="userSpaceOnUse"
          orient="auto-start-reverse"
        >
          <path class="arrow" d="M0 0L10 5L0 10z" />
        </marker>
      </defs>
      {edges.map((edge) => {
        const {
          points: path,
          x,
          y,
        } = graph.edge(edge.source.id, edge.target.id, edge.id) as {
          points: { x: number; y: number }[];
          x: number;
          y: number;
        };
        const words = kindWords[edge.kind];
        return (
          <g class="edge-name">
            <path class={`edge ${edge.kind.toLowerCase()}`} d={points(path)} marker-end="url(#arrow)" />
            <rect x={x - words.length * 3.5 - 5} y={y - 10} width={String(words.length * 7 + 10)} height="20" rx="4" />
            <text class="soft" x={x} y={y + 4} text-anchor="middle">
              {words}
            </text>
          </g>
        );
      })}
      {nodes.map((node) => {
        const { x, y } = graph.node(node.id) as { x: number; y: number };
        const lines = linesOf(node.title);
        const left = x - box.width / 2;
        const top = y - box.height / 2;
        const inner = (
          <g class={node.id === self ? 'node self' : 'node'}>
            <rect x={left} y={top} width={String(box.width)} height={String(box.height)} rx="8" />
            {lines.map((line, n) => (
              <text x={left + 12} y={top + 20 + n * 17}>
                {line}
              </text>
            ))}
            <text class="soft" x={left + 12} y={top + box.height - 9}>
              {wordsOf(node.evidence)}
              {node.id === self ? ' · this claim' : ''}
            </text>
          </g>
        );
        return (
          <a href={`/registry/${node.id}`} aria-label={`${node.title} – ${wordsOf(node.evidence)}`}>
            <title>{node.title}</title>
            {inner}
          </a>
        );
      })}
    </svg>
  );
};
