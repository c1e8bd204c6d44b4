// The command line of 11.3: `npm run --silent institution -- COMMAND [--json]`.
//
// One file a noun. It exports a function that takes the program and adds the noun's commands; each command's work is handed to
// `administer`, which opens the institution, running or not, and prints what the work answers: text, or its data with --json.
// A command says what it did by returning it and what is wrong by throwing: a refusal of the domain, or an Error of one sentence.
// Rules and statements stay in domain/; what changes something goes through `institution.runner.system`, which audits and publishes.
import { Command, CommanderError } from 'commander';
import { archiveCommands } from './archive.ts';
import { importCommands } from './checks.ts';
import { databaseCommands } from './database.ts';
import { demonstrationCommands } from './demonstration.ts';
import { jobCommands } from './jobs.ts';
import { keyCommands } from './keys.ts';
import { memberCommands } from './members.ts';
import { operatorCommands } from './operators.ts';
import { originCommands } from './origin.ts';
import { settingsCommands } from './settings.ts';

const nouns: ReadonlyArray<(program: Command) => void> = [
  memberCommands,
  operatorCommands,
  settingsCommands,
  originCommands,
  importCommands,
  jobCommands,
  databaseCommands,
  archiveCommands,
  keyCommands,
  demonstrationCommands,
];

export async function main(args: string[]): Promise<void> {
  const program = new Command('institution');
  program.description('Administers an institution, running or stopped, on this DATA_DIR or DATABASE_URL.');
  program.option('--json', 'answer in JSON');
  // A program gets one thing on standard error, what is wrong as JSON, from whoever runs this.
  if (args.includes('--json')) program.exitOverride().configureOutput({ writeErr: () => {} });
  else program.showHelpAfterError();
  for (const addTo of nouns) addTo(program);
  await program.parseAsync(args, { from: 'user' }).catch((thrown: unknown) => {
    if (!(thrown instanceof CommanderError)) throw thrown;
    // The help that was asked for ends so too.
    if (thrown.exitCode !== 0) throw new Error(thrown.message.replace(/^error: /, ''));
  });
}
