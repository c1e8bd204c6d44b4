import type { WriteAllowance } from '#domain/acts/act.ts';
import type { Caller } from '#domain/acts/actor.ts';
import type { Runner } from '#domain/acts/run.ts';
import type { PrismaClient } from '#prisma/client.ts';
import type { Database } from '#prisma/database.ts';
import type { MemberKind, MemberRole } from '#prisma/generated/enums.ts';

/** The authenticated caller, as reads see it. What acts decide on is read again inside the act. */
export interface Viewer extends Caller {
  handle: string;
  kind: MemberKind;
  role: MemberRole;
  suspended: boolean;
  approved: boolean;
  /** The human of the caller's operator group. */
  operatorGroup: string;
  effectiveGroup: string;
}

/** What every resolver has at hand; one a request. */
export interface Context {
  /** PUBLIC_ORIGIN: every address is built from it, never from request headers (1.2). */
  readonly origin: string;
  /** The way of hot public types: one statement. */
  readonly database: Database;
  /** The way of account and staff types: Pothos' Prisma plugin. */
  readonly prisma: PrismaClient;
  readonly runner: Runner;
  /** Null for a visitor. */
  readonly viewer: Viewer | null;
  /** The address the request came from; limits of anonymous calls are kept by it. */
  readonly address: string;
  /** Told the allowance of each act, for the RateLimit headers (1.7). */
  onAllowance(allowance: WriteAllowance): void;
  /** Told of a session that an act opened or ended, for the cookie (1.4). */
  onSession(cookie: { value: string; expires: Date } | null): void;
}
