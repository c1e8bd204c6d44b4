import type { WriteAllowance } from '#domain/acts/act.ts';
import type { Runner } from '#domain/acts/run.ts';
import type { Viewer } from '#domain/members/identify.ts';
import type { PrismaClient } from '#prisma/client.ts';
import type { Database } from '#prisma/database.ts';

export type { Viewer };

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
  /** What an act without a viewer is refused with: nothing came, or a session without what shows that this site sent the call. */
  readonly missing: 'auth.required' | 'auth.csrf';
  /** The address the request came from; limits of anonymous calls are kept by it. */
  readonly address: string;
  /** Told the allowance of each act, for the RateLimit headers (1.7). */
  onAllowance(allowance: WriteAllowance): void;
  /** Told the secret of a session that an act opened, or null once one ended, for the cookie (1.4). */
  onSession(secret: string | null): void;
}
