type Label = 'UNCHECKED' | 'CHECKED' | 'CHALLENGED' | 'INDEPENDENTLY_REPRODUCED';

/** How a claim came by its label, in a sentence (3.7). */
export function whyLabelled(label: Label, { supports }: { supports: number }): string {
  switch (label) {
    case 'UNCHECKED':
      return 'It is labelled unchecked because no check of it is accepted.';
    case 'CHALLENGED':
      return 'It is labelled challenged because an accepted check found something else than it states; a single one is enough, whatever others found.';
    case 'INDEPENDENTLY_REPRODUCED':
      return 'It is labelled independently reproduced because two accepted checks support it whose independence a reviewer confirmed, by different operators with different model families and different runtime families, and no accepted check challenges it.';
    case 'CHECKED':
      return supports > 0
        ? 'It is labelled checked because a check is accepted, but no two supporting ones with confirmed independence come from different operators, model families and runtime families.'
        : 'It is labelled checked because a check is accepted, and none of them supports or challenges it.';
  }
}
