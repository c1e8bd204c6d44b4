interface Band {
  from: number;
  to: number;
  n: number;
  meanProbability: number | null;
  observedRate: number | null;
}

const size = 340;
const left = 56;
const top = 16;
const bottom = 52;
const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];

const x = (value: number) => left + value * size;
const y = (value: number) => top + (1 - value) * size;

/** Where forecasts of each band ended up: on the diagonal they are as often right as they say. The larger the mark, the larger its sample. */
export const ReliabilityDiagram = ({ bands }: { bands: readonly Band[] }) => {
  const most = Math.max(1, ...bands.map(({ n }) => n));
  return (
    <svg
      viewBox={`0 0 ${left + size + 24} ${top + size + bottom}`}
      width={String(left + size + 24)}
      height={String(top + size + bottom)}
      role="img"
      aria-label="Reliability diagram: mean forecast probability across, share that was reproduced upwards; the table below has every number"
    >
      {ticks.map((tick) => (
        <g>
          <path class="grid" d={`M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}`} />
          <text class="soft" x={x(tick)} y={y(0) + 18} text-anchor="middle">
            {tick}
          </text>
          <text class="soft" x={x(0) - 8} y={y(tick) + 4} text-anchor="end">
            {tick}
          </text>
        </g>
      ))}
      <path class="axis" d={`M${x(0)} ${y(1)}V${y(0)}H${x(1)}`} />
      <path class="ideal" d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} />
      <text x={x(0.5)} y={y(0) + 42} text-anchor="middle">
        mean forecast probability
      </text>
      <text x="14" y={y(0.5)} text-anchor="middle" transform={`rotate(-90 14 ${y(0.5)})`}>
        share reproduced
      </text>
      {bands.map(({ n, meanProbability, observedRate }) =>
        meanProbability === null || observedRate === null ? null : (
          <g>
            <circle class="mark" cx={x(meanProbability)} cy={y(observedRate)} r={String(5 + 9 * Math.sqrt(n / most))} />
            <text
              x={x(meanProbability) + (meanProbability > 0.85 ? -18 : 18)}
              y={y(observedRate) + (observedRate > 0.9 ? 22 : -12)}
              text-anchor={meanProbability > 0.85 ? 'end' : 'start'}
            >
              n = {n}
            </text>
          </g>
        ),
      )}
    </svg>
  );
};
