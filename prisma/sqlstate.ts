/** The shapes one database error comes in, from pg itself or wrapped by Prisma's adapter. */
interface Shape {
  code?: unknown;
  message?: unknown;
  constraint?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
  originalCode?: unknown;
  originalMessage?: unknown;
}

export interface DatabaseError {
  sqlstate: string;
  message: string;
  constraint: string | undefined;
}

const form = /^[0-9A-Z]{5}$/;
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Digs the SQLSTATE out of whatever was thrown; undefined where the database did not speak. */
export function databaseError(thrown: unknown): DatabaseError | undefined {
  for (let shape = thrown as Shape | undefined, depth = 0; shape && typeof shape === 'object' && depth < 6; depth++) {
    const code = text(shape.originalCode) ?? text(shape.code);
    // Codes of Prisma (P2002 …), which wrap what we are after, and of the network (EPIPE) look alike.
    if (code && form.test(code) && !/^(P2\d{3}|E[A-Z]{4})$/.test(code)) {
      return {
        sqlstate: code,
        message: text(shape.originalMessage) ?? text(shape.message) ?? '',
        constraint: text(shape.constraint),
      };
    }
    shape = (shape.meta?.driverAdapterError ?? shape.cause) as Shape | undefined;
  }
  return undefined;
}

const away = /^(08|57P|53|57014)/;
const lostCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];
const lostMessages = /Connection terminated|is not queryable|timeout exceeded when trying to connect/;

/** Whether the database could not be reached, was ending or full, or took too long: the same can be asked again in a while. */
export function isAway(thrown: unknown): boolean {
  const fault = databaseError(thrown);
  if (fault) return away.test(fault.sqlstate);
  if (!(thrown instanceof Error)) return false;
  return lostCodes.includes((thrown as NodeJS.ErrnoException).code ?? '') || lostMessages.test(thrown.message);
}
