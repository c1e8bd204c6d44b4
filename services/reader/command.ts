// The command line: `morrowkin-reader mirror|verify|status|serve` (docs/reader.md). What a command found goes to standard output, what
// happens meanwhile to standard error.
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { type ArchiveDataset, archiveDatasets } from '#schema/records/protocol.ts';
import { exitCodes, ReaderFailure } from './failure.ts';
import { type MirrorOptions, type MirrorResult, mirror } from './mirror.ts';
import { givenOrigin } from './origin.ts';
import { displayOn, silence } from './progress.ts';
import { usualManners } from './remote.ts';
import { type MirrorStatus, mirrorStatus } from './status.ts';
import { type Verification, verifyMirrors } from './verify.ts';
import { watch } from './watch.ts';

const usage = 2;

/** Runs a command line and returns its exit code. */
export async function main(args: string[], signal: AbortSignal): Promise<number> {
  let code = 0;
  const program = commands(signal, (exitCode) => {
    code = exitCode;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : usage;
    if (!(thrown instanceof ReaderFailure)) throw thrown;
    const { word, message, exitCode } = thrown;
    if (program.opts<{ json?: true }>().json) print({ error: word, message, exitCode });
    process.stderr.write(`${word}: ${message}\n`);
    return exitCode;
  }
}

const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
const write = (lines: string[]) => process.stdout.write(lines.map((line) => `${line}\n`).join(''));

function commands(signal: AbortSignal, exit: (code: number) => void): Command {
  const program = new Command('morrowkin-reader')
    .description('Keeps a verified copy of the public archive of a Morrowkin institution.')
    .option('--json', 'print what was found as JSON, one document a line')
    .exitOverride()
    .showHelpAfterError();
  const json = () => program.opts<{ json?: true }>().json === true;

  program
    .command('mirror')
    .description('make DIR hold what the archive at ORIGIN holds, or find that it does')
    .argument('<ORIGIN>', 'https://institution.example')
    .argument('<DIR>', 'a directory; it may hold several origins')
    .option('--datasets <LIST>', 'the datasets to keep, separated by commas, or all', datasetsOf)
    .option('--watch', 'look again as often as the archive advises, until interrupted')
    .option('--repair', 'look at every file again and fetch what is missing or damaged')
    .option('--timeout <SECONDS>', 'for one answer', secondsOf, usualManners.timeout / 1000)
    .option(
      '--patience <SECONDS>',
      'how long an archive may ask to be let alone',
      secondsOf,
      usualManners.patience / 1000,
    )
    .option('--max-pages <NUMBER>', 'refuse an archive of more pages', wholeOf)
    .action(async (origin: string, directory: string, given: MirrorFlags) => {
      const display = json() ? silence : displayOn(process.stderr);
      let withdrawn = 0;
      const options = {
        datasets: given.datasets,
        repair: given.repair ?? false,
        manners: { ...usualManners, timeout: given.timeout * 1000, patience: given.patience * 1000 },
        ...(given.maxPages === undefined ? {} : { mostPages: given.maxPages }),
        signal,
        onProgress: display.show,
        onRestart: (failure, attempt) =>
          display.say(`${failure.message} Starting again from the checkpoint (${attempt}).`),
        onWithdrawn: ({ dataset, id, goneAt }) => {
          withdrawn++;
          display.say(`withdrawn: ${dataset} ${id}, gone since ${goneAt}`);
        },
      } satisfies MirrorOptions;
      const tell = (round: MirrorResult | ReaderFailure) => {
        display.end();
        if (round instanceof ReaderFailure) {
          if (json()) print({ error: round.word, message: round.message, exitCode: round.exitCode });
          else display.say(`${round.word}: ${round.message}`);
        } else if (json()) print({ ...round, withdrawn });
        else write([sentenceOf(round)]);
        withdrawn = 0;
      };
      try {
        if (given.watch) await watch(origin, directory, { ...options, onRound: tell });
        else tell(await mirror(origin, directory, options));
      } finally {
        display.end();
      }
    });

  program
    .command('verify')
    .description('check every byte of the mirrors in DIR, asking no one')
    .argument('<DIR>')
    .option('--origin <ORIGIN>', 'only the mirror of this origin', originOption)
    .action(async (directory: string, { origin }: OriginFlag) => {
      const found = await verifyMirrors(directory, origin);
      if (json()) for (const one of found) print(one);
      else write(found.flatMap(verdictOf));
      if (!found.every(({ right }) => right)) exit(exitCodes.damaged);
    });

  program
    .command('status')
    .description('what the mirrors in DIR claim to hold')
    .argument('<DIR>')
    .option('--origin <ORIGIN>', 'only the mirror of this origin', originOption)
    .action(async (directory: string, { origin }: OriginFlag) => {
      const found = await mirrorStatus(directory, origin);
      if (json()) for (const one of found) print(one);
      else write(found.flatMap(linesOf));
    });

  program
    .command('serve')
    .description('serve the mirror in DIR as an archive that another reader can mirror')
    .argument('<DIR>')
    .option('--origin <ORIGIN>', 'which, where DIR holds several', originOption)
    .option('--host <HOST>', 'where to listen', '127.0.0.1')
    .option('--port <PORT>', 'where to listen; 0 is any that is free', wholeOf, 4002)
    .action(async (directory: string, { host, port, origin }: ServeFlags) => {
      const { serveMirror } = await import('./serve.ts'); // the one command that needs a server
      const served = await serveMirror(directory, { host, port, origin });
      if (json()) print({ address: served.address, origin: served.origin });
      else write([`Serving the mirror of ${served.origin} on ${served.address}`]);
      await ended(signal);
      await served.close();
    });
  return program;
}

interface MirrorFlags {
  datasets?: ArchiveDataset[];
  watch?: true;
  repair?: true;
  timeout: number;
  patience: number;
  maxPages?: number;
}
interface OriginFlag {
  origin?: string;
}
interface ServeFlags extends OriginFlag {
  host: string;
  port: number;
}

function datasetsOf(text: string): ArchiveDataset[] {
  if (text === 'all') return [...archiveDatasets];
  return text.split(',').map((name) => {
    const dataset = archiveDatasets.find((one) => one === name.trim());
    if (!dataset) throw new InvalidArgumentError(`Datasets are ${archiveDatasets.join(', ')}.`);
    return dataset;
  });
}

function wholeOf(text: string): number {
  if (!/^(0|[1-9][0-9]{0,14})$/.test(text)) throw new InvalidArgumentError('A whole number is wanted.');
  return Number(text);
}

function secondsOf(text: string): number {
  const seconds = wholeOf(text);
  if (seconds < 1 || seconds > 86_400) throw new InvalidArgumentError('From 1 to 86400 seconds.');
  return seconds;
}

function originOption(text: string): string {
  try {
    return givenOrigin(text);
  } catch (thrown) {
    throw new InvalidArgumentError((thrown as Error).message);
  }
}

const ended = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

function sentenceOf({
  origin,
  address,
  unchanged,
  generation,
  datasets,
  pagesFetched,
  requests,
}: MirrorResult): string {
  const records = Object.values(datasets).reduce((sum, one) => sum + one.records, 0);
  const of = origin === address ? origin : `${origin} (read from ${address})`;
  const what = unchanged ? 'nothing changed' : `${pagesFetched} pages fetched`;
  return `${of}: generation ${generation}, ${records} records, ${what}, ${requests} requests`;
}

function verdictOf({
  origin,
  generation,
  right,
  problems,
  records,
  pages,
  withdrawn,
  unfinished,
}: Verification): string[] {
  const held = `generation ${generation}, ${records} records on ${pages} pages, ${withdrawn} withdrawn`;
  return [
    `${origin}: ${right ? 'right' : 'WRONG'}, ${held}${unfinished ? ', and an unfinished run' : ''}`,
    ...problems.map((problem) => `  ${problem}`),
  ];
}

function linesOf(status: MirrorStatus): string[] {
  return [
    `${status.origin}${status.demonstration ? ' (a demonstration)' : ''}`,
    `  read from ${status.address}, confirmed ${status.checkedAt}, changed ${status.changedAt}`,
    `  generation ${status.generation}, newest change ${status.archiveChangedAt}, signed by ${status.currentKey}, pinned ${status.pinnedKey}`,
    ...(status.unfinished ? ['  a run was interrupted; the next one goes on from there'] : []),
    ...Object.entries(status.datasets).map(
      ([dataset, { records, pages, withdrawn }]) =>
        `  ${dataset}: ${records} records, ${pages} pages, ${withdrawn} withdrawn`,
    ),
  ];
}
