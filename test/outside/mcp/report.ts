// What was looked at, said as it happens and counted at the end.
let passed = 0;
let failed = 0;

export function report(what: string, wrong?: string): void {
  if (wrong === undefined) passed += 1;
  else failed += 1;
  process.stdout.write(wrong === undefined ? `  ok      ${what}\n` : `  FAILED  ${what}: ${wrong}\n`);
}

/** Does something of which a failure is a failure of this check only. */
export async function check(what: string, work: () => Promise<unknown>): Promise<void> {
  await work().then(
    () => report(what),
    (thrown: Error) => report(what, thrown.message),
  );
}

export const part = (name: string): void => void process.stdout.write(`\n-- ${name}\n`);

export function count(): void {
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
