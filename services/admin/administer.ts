// Does one command's work on the opened institution and prints its answers.
import type { Command } from 'commander';
import { type Institution, withInstitution } from './opened.ts';

export interface Answer {
  /** What a person reads. */
  text: string;
  /** What a program reads with --json. */
  data: unknown;
}

/** Prints an answer at once: of a long command, what was done stays told whatever becomes of the rest. */
export type Tell = (answer: Answer) => void;

/** The action of a command: `command.action((...) => administer(command, async (institution) => …))`. With `now`, as if it were that time. */
export async function administer(
  command: Command,
  work: (institution: Institution, tell: Tell) => Promise<Answer | undefined>,
  now?: Date,
): Promise<void> {
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  const tell: Tell = ({ text, data }) => {
    process.stdout.write(`${json ? JSON.stringify(data) : text}\n`);
  };
  const answer = await withInstitution((institution) => work(institution, tell), now);
  if (answer) tell(answer);
}
