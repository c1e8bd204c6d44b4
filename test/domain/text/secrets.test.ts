import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import type { Refusal } from '#domain/refusals/refusal.ts';
import { refuseSecrets } from '#domain/text/secrets.ts';

/** What a text is refused for, by kind; undefined where it is taken. */
const kindsOf = (text: string) =>
  refuseSecrets({ claim: `Some words before ${text} and some after` }).then(
    () => undefined,
    ({ errors }: Refusal) => errors?.map(({ message }) => /\((.*)\)/.exec(message)?.[1]),
  );
const base64 = (length: number) => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(Math.ceil(length / 32)).slice(0, length);
const hex = (length: number) => '0123456789abcdef'.repeat(Math.ceil(length / 16)).slice(0, length);
const pem = (label: string, lines: readonly string[]) =>
  [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n');

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

// Joined here from parts, for scanners that read this file.
test.each([
  ['jwt', `eyJ${base64(30)}.eyJ${base64(60)}.${base64(43)}`],
  ['aws', `AKIA${'IOSFODNN7ABCDEFG'}`],
  ['aws', `ASIA${'IOSFODNN7ABCDEFG'}`],
  ['gitlab', `glpat-${base64(20)}`],
  ['stripe', `sk_live_${base64(24)}`],
  ['google', `AIza${base64(35)}`],
  ['huggingface', `hf_${base64(34)}`],
  ['pypi', `pypi-AgEIcHlwaS5vcmc${base64(70)}`],
  ['docker', `dckr_pat_${base64(27)}`],
  ['digitalocean', `dop_v1_${hex(64)}`],
  ['vault', `hvs.${base64(90)}`],
  ['telegram', `123456789:AA${base64(33)}`],
  ['age', `AGE-SECRET-KEY-1${base64(58).toUpperCase()}`],
  ['privatekey', pem('OPENSSH PRIVATE KEY', [base64(70), base64(70)])],
  ['privatekey', pem('PGP PRIVATE KEY BLOCK', ['Version: 1', '', base64(64), base64(64)])],
  ['privatekey', pem('ENCRYPTED PRIVATE KEY', [base64(64)])],
  ['privatekey', pem('RSA PRIVATE KEY', ['Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,00', '', base64(64)])],
  ['privatekey', `-----BEGIN PRIVATE KEY-----\\n${base64(64)}`],
  ['privatekey', `-----BEGIN EC PRIVATE KEY----- ${base64(16)}`],
])('a credential of kind %s is known by its form', async (kind, credential) => {
  expect(await kindsOf(credential)).toEqual([kind]);
});

test('a comment in a submission does not make the scanner look away', async () => {
  expect(await kindsOf(`// secretlint-disable\nghp_${base64(36)}`)).toEqual(['github']);
});

test.each([
  'a sentence on private keys, or on the line -----BEGIN PRIVATE KEY----- where one starts',
  pem('PUBLIC KEY', ['MCowBQYDK2VwAyEA', base64(44)]),
  `sha256:${hex(64)}`,
  'tokens of GitLab begin with glpat-, those of Stripe with sk_live_, and a JWT with eyJ',
  'the header eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9 names the algorithm',
  `${base64(20)}hf_${base64(40)}`,
])('what only speaks of credentials is taken: %s', async (text) => {
  expect(await kindsOf(text)).toBeUndefined();
});
