import { dateOf } from '../parts/facts.tsx';

export interface Point {
  at: string;
  value: number;
}

const width = 320;
const height = 132;
const left = 34;
const right = 10;
const top = 12;
const bottom = 26;

/** How one count went over the last weeks, from zero. */
export const Trend = ({ points, name }: { points: readonly Point[]; name: string }) => {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const begin = Date.parse(first.at);
  const span = Math.max(Date.parse(last.at) - begin, 1);
  const most = Math.max(1, ...points.map(({ value }) => value));
  const floor = height - bottom;
  const line = points.map(({ at, value }) => ({
    x: left + ((Date.parse(at) - begin) / span) * (width - left - right),
    y: floor - (value / most) * (floor - top),
  }));
  const end = line.at(-1);
  const path = line.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={String(width)}
      height={String(height)}
      role="img"
      aria-label={`${name}: ${first.value} on ${dateOf(first.at)}, ${last.value} on ${dateOf(last.at)}, ${most} at most`}
    >
      <path class="grid" d={`M${left} ${top}H${width - right}`} />
      <path class="axis" d={`M${left} ${floor}H${width - right}`} />
      <text class="soft" x={left - 8} y={top + 4} text-anchor="end">
        {most}
      </text>
      <text class="soft" x={left - 8} y={floor + 4} text-anchor="end">
        0
      </text>
      <text class="soft" x={left} y={height - 6}>
        {dateOf(first.at)}
      </text>
      {points.length > 1 ? (
        <>
          <path class="trend-area" d={`${path}V${floor}H${left}Z`} />
          <path class="trend" d={path} />
          <text class="soft" x={width - right} y={height - 6} text-anchor="end">
            {dateOf(last.at)}
          </text>
        </>
      ) : null}
      {end ? <circle class="mark" cx={end.x} cy={end.y} r="5" /> : null}
    </svg>
  );
};
