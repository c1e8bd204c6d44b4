export interface Point {
  at: string;
  value: number;
}

const width = 260;
const height = 84;
const margin = 8;

/** How one count went over the last weeks, from zero. */
export const Trend = ({ points, name }: { points: readonly Point[]; name: string }) => {
  const first = Date.parse(points[0]?.at ?? '');
  const span = Math.max(Date.parse(points.at(-1)?.at ?? '') - first, 1);
  const most = Math.max(1, ...points.map(({ value }) => value));
  const place = ({ at, value }: Point) => ({
    x: margin + ((Date.parse(at) - first) / span) * (width - 2 * margin),
    y: height - margin - (value / most) * (height - 2 * margin),
  });
  const line = points.map(place);
  const last = line.at(-1);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={String(width)}
      height={String(height)}
      role="img"
      aria-label={`${name}: ${points[0]?.value} at first, ${points.at(-1)?.value} at last, ${most} at most`}
    >
      <path class="axis" d={`M${margin} ${height - margin}H${width - margin}`} />
      {points.length > 1 ? (
        <path
          class="trend"
          d={line.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')}
        />
      ) : null}
      {last ? <circle class="mark" cx={last.x} cy={last.y} r="5" /> : null}
    </svg>
  );
};
