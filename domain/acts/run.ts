import { createHash } from 'node:crypto';
import pLimit, { type LimitFunction } from 'p-limit';
import { type Database, type Queryable, sql, type Transaction } from '#prisma/database.ts';
import { publish } from '../publication/publish.ts';
import { Refusal } from '../refusals/refusal.ts';
import { record } from '../settings/audit.ts';
import { isSet } from '../settings/read.ts';
import { readInput } from '../text/input.ts';
import { refuseSecrets } from '../text/secrets.ts';
import type { Act, OpenAct, Outcome, Performed, WriteAllowance } from './act.ts';
import { type Actor, admit, type Caller } from './actor.ts';
import { countAttempt, forgiveAttempt } from './attempts.ts';
import { explained, isPassing } from './guards.ts';

/** How one call wants its act run. */
export interface Call {
  caller: Caller;
  /** The idempotency key, where the act creates (1.6). */
  key?: string | undefined;
  /** What the door found wrong with the input before it could be read; the act is counted and refused with it. */
  fault?: Refusal | undefined;
  /** Told the caller's allowance once the act is counted, refused or not, or is a replay, which is not counted (1.7). */
  onAllowance?: (allowance: WriteAllowance) => void;
}

/** Runs acts: one transaction each, with everything section 1 promises around them. */
export interface Runner {
  act<Input>(act: Act<Input>, input: unknown, call: Call): Promise<Performed>;
  /** `address` is where the call came from: tries are limited by it. */
  open<Input, Prepared>(act: OpenAct<Input, Prepared>, input: unknown, address: string): Promise<Performed>;
  /** Work of the institution itself: the command line and scheduled jobs. No caller, no limits. */
  system(action: string, work: (tx: Transaction) => Promise<Outcome>): Promise<Outcome>;
}

export interface RunnerOptions {
  database: Database;
  /** A small pool of its own: counting on the act's pool would wait for connections that wait for it. It may be forgetful. */
  counting: Database;
  /** PUBLIC_ORIGIN, from which published addresses are built (1.2). */
  origin: string;
}

const mostAtOnce = 4;
const mostTries = 5;
const keyForm = /^[\x21-\x7e]{1,200}$/;

export function openRunner({ database, counting, origin }: RunnerOptions): Runner {
  const queues = new Map<string, LimitFunction>();

  /** Waiters on a twin hold connections, so one member gets a few at a time and queues for more, refused never. */
  async function queued<Result>(memberId: string, work: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(memberId) ?? pLimit(mostAtOnce);
    queues.set(memberId, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(memberId);
    }
  }

  /** A transaction, tried again where the database only asks for patience; what it refuses is put in our words. */
  async function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await database.transaction(work);
      } catch (thrown) {
        if (tries < mostTries && isPassing(thrown)) continue;
        throw explained(thrown);
      }
    }
  }

  async function count(call: Call): Promise<WriteAllowance & { admitted: boolean }> {
    const allowance = await counting
      .one<WriteAllowance & { admitted: boolean }>(
        sql`select admitted, quota, remaining, reset_seconds as "resetSeconds" from count_write(${call.caller.memberId})`,
      )
      .catch((thrown) => {
        throw explained(thrown);
      });
    call.onAllowance?.(allowance);
    return allowance;
  }

  /** Tells the allowance as it stands; a replay is an act that costs nothing (1.7). */
  async function tell({ caller: { memberId }, onAllowance }: Call): Promise<void> {
    if (!onAllowance) return;
    const allowance = await counting.one<WriteAllowance>(sql`
      select write_quota(${memberId}) as quota, greatest(write_quota(${memberId}) - count(w.id), 0)::int as remaining,
        greatest(ceil(extract(epoch from coalesce(min(w.at), moment) + interval '1 hour' - moment))::int, 1) as "resetSeconds"
      from institution_now() as moment
        left join counted_write w on w.member_id = ${memberId} and w.at > moment - interval '1 hour'
      group by moment`);
    onAllowance(allowance);
  }

  async function conclude(tx: Transaction, action: string, actor: Actor | null, outcome: Outcome): Promise<void> {
    if (outcome.audit) record(tx, { actorId: actor?.id ?? null, act: action, ...outcome.audit });
    if (outcome.touched) await publish(tx, outcome.touched, origin);
  }

  async function runAct<Input>(act: Act<Input>, raw: unknown, call: Call): Promise<Performed> {
    // Counted once a call, however often its transaction is tried.
    let counted: ReturnType<typeof count> | undefined;
    const countOnce = () => {
      counted ??= count(call);
      return counted;
    };
    const { input, fault } = read(act, raw, call);

    const performing = transaction(async (tx) => {
      // The key first: a call that waited for its twin is admitted as things stand after the wait.
      const { key } = call;
      const keyed = act.creates && key !== undefined && keyForm.test(key);
      // Inputs are compared after validation (1.6): a faulty one is refused for its fault, whatever its key.
      const claiming = keyed && !fault && claimKey(tx, call.caller.memberId, key, act.action, input);
      const admitting = admit(tx, call.caller, act).catch(async (thrown) => {
        if (
          thrown instanceof Refusal &&
          (thrown.code.startsWith('account.') || thrown.code === 'scope.missing' || thrown.code === 'role.required')
        ) {
          await countOnce();
        }
        throw thrown;
      });
      const [earlier, actor] = await Promise.all([claiming, admitting]);

      if (earlier && earlier !== 'mismatch') {
        await tell(call);
        return { id: earlier.id, replayed: true };
      }
      const { admitted, resetSeconds } = await countOnce();
      if (!admitted) throw new Refusal('limit.writes', undefined, { retryAfter: resetSeconds });
      if (act.creates && !keyed) throw keyFault(key);
      if (fault) throw fault;
      if (earlier === 'mismatch') throw new Refusal('idempotency.mismatch');
      await refuseSecrets(input);

      const outcome = await act.perform(tx, actor, input as Input);
      const keeping =
        keyed &&
        tx.query(
          sql`update idempotency_key set made_id = ${outcome.id} where member_id = ${actor.id} and key = ${key}`,
        );
      await Promise.all([keeping, conclude(tx, act.action, actor, outcome)]);
      return performed(outcome);
    });
    return performing.catch((thrown) => {
      throw thrown instanceof Refusal ? thrown.of(act.rule) : thrown;
    });
  }

  async function runOpen<Input, Prepared>(
    act: OpenAct<Input, Prepared>,
    raw: unknown,
    address: string,
  ): Promise<Performed> {
    const plainly = <Result>(work: Promise<Result>) =>
      work.catch((thrown) => {
        throw explained(thrown);
      });
    if (!act.inMaintenance) await plainly(refuseMaintenance(database));
    const input = readInput(act.input, act.refine, raw);
    const attempt = await plainly(countAttempt(counting, act.throttles(input, address)));
    const prepared = await plainly(act.prepare(database, input));
    const outcome = await transaction(async (tx) => {
      if (!act.inMaintenance) await refuseMaintenance(tx);
      const done = await act.perform(tx, input, prepared);
      if (act.forgivesSuccess) await forgiveAttempt(tx, attempt);
      await conclude(tx, act.action, null, done);
      return done;
    });
    return performed(outcome);
  }

  return {
    act: (act, input, call) => queued(call.caller.memberId, () => runAct(act, input, call)),
    open: runOpen,
    system: (action, work) =>
      transaction(async (tx) => {
        const outcome = await work(tx);
        await conclude(tx, action, null, outcome);
        return outcome;
      }),
  };
}

const performed = ({ id, secret }: Outcome): Performed => ({
  id,
  replayed: false,
  ...(secret === undefined ? {} : { secret }),
});

function read<Input>(act: Act<Input>, raw: unknown, call: Call): { input?: Input; fault?: Refusal } {
  if (call.fault) return { fault: call.fault };
  try {
    return { input: readInput(act.input, act.refine, raw) };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { fault: thrown };
    throw thrown;
  }
}

function keyFault(key: string | undefined): Refusal {
  if (key === undefined || key === '') return new Refusal('idempotency.missing');
  const errors = [{ field: 'idempotencyKey', message: 'takes 1 to 200 visible ASCII characters' }];
  return new Refusal('input.invalid', 'idempotencyKey takes 1 to 200 visible ASCII characters', { errors });
}

/** Wins the key for this transaction, or tells what it made before, or that it was used for something else. */
async function claimKey(
  tx: Transaction,
  memberId: string,
  key: string,
  action: string,
  input: unknown,
): Promise<{ id: string } | 'mismatch' | undefined> {
  const hash = createHash('sha256')
    .update(JSON.stringify(sorted(input)))
    .digest();
  const row = await tx.one<{ won: boolean; act: string; input_hash: Buffer; made_id: string | null }>(
    sql`select won, act, input_hash, made_id from claim_idempotency_key(${memberId}, ${key}, ${action}, ${hash})`,
  );
  if (row.won) return undefined;
  if (row.act !== action || !hash.equals(row.input_hash) || row.made_id === null) return 'mismatch';
  return { id: row.made_id };
}

/** The same value with every object's keys in order, so that equal inputs hash equally. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

async function refuseMaintenance(on: Queryable): Promise<void> {
  const [row] = await on.query<{ maintenance: boolean }>(sql`select ${isSet('maintenance')} as maintenance`);
  if (row?.maintenance) throw new Refusal('maintenance', undefined, { retryAfter: 60 });
}
