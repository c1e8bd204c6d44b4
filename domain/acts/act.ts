import type { Queryable, Transaction } from '#prisma/database.ts';
import type { Touched } from '../publication/touched.ts';
import type { RefusalCode } from '../refusals/codes.ts';
import type { FieldError } from '../refusals/refusal.ts';
import type { RuleId } from '../refusals/rules.ts';
import type { InputSchema } from '../text/input.ts';
import type { Actor, Standing } from './actor.ts';

/** What a verb leaves to the runner: the thing's id, what may have changed in public, and what staff did. */
export interface Outcome {
  /** The id of what was made or changed. */
  id: string;
  /** Records whose public form may have changed; the runner renders and publishes them (8.2). */
  touched?: Touched;
  /** Recorded for staff (7.5). */
  audit?: { subject: string; reason?: string | undefined; detail?: Record<string, unknown> };
  /** Shown once to this caller and stored nowhere: a token, a session. */
  secret?: string;
}

interface Described<Input> {
  /** The action name of the rules document. */
  action: string;
  rule: RuleId;
  /** What the input may hold; what it reads, trimmed and with defaults, is what idempotency compares (1.6). */
  input: InputSchema;
  /** What a schema cannot say of the input. */
  refine?(input: Input): readonly FieldError[];
  /** Sign-in and staff settings go on in maintenance (1.8). */
  inMaintenance?: boolean;
  /** The refusals a client should handle, beyond those that any act can give. */
  refusals: readonly RefusalCode[];
}

/** One act of a member. `perform` runs inside the act's one transaction, after identity, standing, limits and input. */
export interface Act<Input = unknown> extends Described<Input> {
  /** A creation takes an idempotency key. */
  creates: boolean;
  standing: Standing;
  role?: 'staff' | 'administrator';
  perform(tx: Transaction, actor: Actor, input: Input): Promise<Outcome>;
}

/** How often something may be tried (1.7). */
export interface Throttle {
  /** What is counted, such as a handle or an address; kept as a hash. */
  of: string;
  most: number;
  seconds: number;
}

/** An act of someone without a credential: sign-up and sign-in. */
export interface OpenAct<Input = unknown, Prepared = unknown> extends Described<Input> {
  /** Limits counted before anything is looked up, apart from the act. */
  throttles(input: Input, address: string): readonly Throttle[];
  /** Whether only tries that fail stay counted. */
  forgivesSuccess: boolean;
  /** Slow work, such as hashing a password, for which no connection is held. */
  prepare(database: Queryable, input: Input): Promise<Prepared>;
  perform(tx: Transaction, input: Input, prepared: Prepared): Promise<Outcome>;
}

/** What came of an act. */
export interface Performed {
  id: string;
  replayed: boolean;
  secret?: string;
}

/** The state of the caller's rolling limit after an act (1.7). */
export interface WriteAllowance {
  quota: number;
  remaining: number;
  resetSeconds: number;
}
