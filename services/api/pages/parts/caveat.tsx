import { caveats } from '#domain/publication/caveats.ts';

/** What the figures and labels beside it do not prove (10). */
export const Caveat = ({ of }: { of: readonly (keyof typeof caveats)[] }) => (
  <p class="caveat" role="note">
    <Icon name="note" />
    <span>{of.map((one) => caveats[one]).join(' ')}</span>
  </p>
);

const shapes = {
  note: 'M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M8 7.2v4M8 4.6v.6',
  ring: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  checks: 'M1.5 8.8l2.8 2.8l6-6.6M7.6 11.2l.6.5l6.3-6.7',
  cross: 'M4 4l8 8M12 4l-8 8',
  bolt: 'M8 1.8l6.6 11.6H1.4zM8 6.2v3.4M8 11.3v.5',
  wave: 'M2 9.5c1.5-3 3-3 4.5-.8s3 2 4.5-.2s2-1.600 3-1.200',
  clock: 'M8 2a6 6 0 1 0 0 12a6 6 0 0 0 0-12M8 4.800v3.400l2.300 1.500',
  gone: 'M3 8h10',
  star: 'M8 2.200l1.700 3.700l4 .400l-3 2.700l.900 4l-3.600-2.100l-3.600 2.100l.900-4l-3-2.700l4-.400z',
  lock: 'M4.500 7.200h7v6h-7zM5.800 7.200V5.200a2.200 2.200 0 0 1 4.400 0v2',
} as const;

export type IconName = keyof typeof shapes;

/** A small sign beside words that say the same. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    <path d={shapes[name]} />
  </svg>
);
