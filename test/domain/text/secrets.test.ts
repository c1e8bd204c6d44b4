import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { refuseSecrets } from '#domain/text/secrets.ts';

test('a submission with a credential is refused by field and kind, and the credential is not repeated', async () => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const refusal = await refuseSecrets({ title: 'Fine', notes: [`use ${token} here`] }).catch(
    (thrown: unknown) => thrown,
  );
  expect(refusal).toMatchObject({
    code: 'submission.contains_secret',
    errors: [{ field: 'notes[0]', message: 'holds a credential (github)' }],
  });
  expect(JSON.stringify(refusal) + String(refusal)).not.toContain(token);
});

test('scanning leaves nothing behind in the process', async () => {
  await refuseSecrets({ title: 'Once' });
  const before = performance.getEntries().length;
  for (let scan = 0; scan < 20; scan++) await refuseSecrets({ title: 'Again', claim: 'and again' });
  expect(performance.getEntries().length).toBe(before);
});
