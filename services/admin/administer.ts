// Does one command's work on the opened institution and prints its answer.
import type { Command } from 'commander';
import { type Institution, withInstitution } from './opened.ts';

export interface Answer {
  /** What a person reads. */
  text: string;
  /** What a program reads with --json. */
  data: unknown;
}

/** The action of a command: `command.action((...) => administer(command, async (institution) => …))`. */
export async function administer(command: Command, work: (institution: Institution) => Promise<Answer>): Promise<void> {
  const answer = await withInstitution(work);
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  process.stdout.write(`${json ? JSON.stringify(answer.data) : answer.text}\n`);
}
