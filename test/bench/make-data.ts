// npm run bench:data -- --claims N: makes an institution to measure, where it is not there yet, and says where it is.
import { parseArgs } from 'node:util';
import { openInstitutions } from './institutions.ts';
import { claimsOf } from './size.ts';

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { claims: { type: 'string', default: '200000' } } });
  const claims = claimsOf(values.claims);
  const institutions = await openInstitutions();
  try {
    const begun = performance.now();
    const { ownerUrl } = await institutions.of(claims);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const { host, pathname } = new URL(ownerUrl);
    process.stdout.write(`An institution of ${claims} claims is in ${host}${pathname}, after ${seconds} s.\n`);
  } finally {
    await institutions.close();
  }
}
