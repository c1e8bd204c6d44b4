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
    // Prisma's own codes (P2002 …) look alike; they wrap what we are after.
    if (code && form.test(code) && !/^P2\d{3}$/.test(code)) {
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
