import { Refusal } from '../refusals/refusal.ts';
import { handle, id, inputOf, readInput } from '../text/input.ts';
import { refuseSecrets } from '../text/secrets.ts';
import { type CheckEvidence, checkStates, evidenceInput } from './rules.ts';

/** One line of an import: a check from before disclosures were asked for (3.5). */
export interface LegacyCheck extends CheckEvidence {
  claimId: string;
  /** The author's handle. */
  author: string;
  /** RFC 3339, UTC. */
  submittedAt: string;
  state: (typeof checkStates)[number];
}

/** What is wrong with one line of the file; lines count from 1. */
export interface LineFault {
  line: number;
  message: string;
}

export interface LegacyLine {
  line: number;
  check: LegacyCheck;
}

const input = inputOf(
  {
    claimId: id('clm', 'The claim that was checked.'),
    author: handle,
    ...evidenceInput,
    submittedAt: { type: 'string', description: 'When it was submitted, as 2020-12-31T23:59:59.999Z.' },
    state: { enum: checkStates, description: 'pending, accepted or rejected.' },
  },
  ['notes'],
);

const timeForm = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

/** Whether a text is a moment in UTC that the calendar knows, which Date alone would bend: 30 February becomes March. */
function isTime(text: string): boolean {
  const moment = timeForm.test(text) ? new Date(text) : undefined;
  return moment !== undefined && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text.slice(0, 19));
}

const refine = ({ submittedAt }: LegacyCheck) =>
  isTime(submittedAt) ? [] : [{ field: 'submittedAt', message: 'is no time such as 2020-12-31T23:59:59.999Z' }];

async function readLine(text: string): Promise<LegacyCheck | string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'is no JSON';
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'is no JSON object';
  try {
    const check = readInput<LegacyCheck>(input, refine, value);
    await refuseSecrets(check);
    return check;
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.message;
    throw thrown;
  }
}

/** Reads a file of such lines, each judged like any input; empty lines are passed over (3.5). */
export async function readLegacyLines(text: string): Promise<{ lines: LegacyLine[]; faults: LineFault[] }> {
  const lines: LegacyLine[] = [];
  const faults: LineFault[] = [];
  for (const [index, one] of text.split('\n').entries()) {
    if (one.trim() === '') continue;
    const read = await readLine(one);
    if (typeof read === 'string') faults.push({ line: index + 1, message: read });
    else lines.push({ line: index + 1, check: read });
  }
  return { lines, faults };
}
