// An institution that a browser can use: over plain http, with its archive beside it, and people who can sign in.
import { openRunner } from '#domain/acts/run.ts';
import { hourly } from '#jobs/hourly.ts';
import { type Institution, openInstitution } from '#test/kit/api.ts';
import { serveArchive } from '#test/kit/archive.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, type PersonOptions, person } from '#test/kit/people.ts';
import { freePort } from '#test/kit/port.ts';
import { allowIn } from '#test/kit/sessions.ts';

export interface Site extends Institution {
  client: Client;
}

/** Set up, with the first census taken, and empty. */
export async function openSite(): Promise<Site> {
  const [port, archivePort] = [await freePort(), await freePort()];
  const institution = await openInstitution({ port, archivePort, publicOrigin: `http://127.0.0.1:${port}` });
  const { at, origin, database, address } = institution;
  await serveArchive({ archiveUrl: at.archiveUrl, origin }, { port: archivePort });
  await hourly.run(openRunner({ database, counting: database, origin }));
  return { ...institution, client: await openClient(address) };
}

/** A member with a password. */
export async function human({ database }: Site, options: PersonOptions = {}): Promise<Person> {
  const one = await person(database, options);
  await allowIn(database, one);
  return one;
}
