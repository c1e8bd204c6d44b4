import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';

export type * from './generated/client.ts';
export { PrismaClient };

/** Prisma's client for the account and staff types of the schema; the timezone keeps timestamptz unshifted. */
export function openPrisma(connectionString: string, max = 4): PrismaClient {
  const adapter = new PrismaPg({ connectionString, max, options: '-c timezone=UTC -c statement_timeout=15000' });
  return new PrismaClient({ adapter });
}
