import type { Ask } from './load.ts';
import type { Server } from './processes.ts';

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** One answer, as bytes without a coding, so that contestants can be held against each other before they are measured. */
export async function ask({ address }: Server, { path, method = 'GET', headers = {}, body }: Ask): Promise<Answer> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(body === undefined ? {} : { body }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}
