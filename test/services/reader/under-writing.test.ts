// Real processes at once: an API that 8 clients write to, two archives, and 4 readers that mirror in a loop. `npm run
// check:archive-under-writing` runs it for two minutes.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { request } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { type Database, openDatabase, sql } from '#prisma/database.ts';
import { archiveDatasets } from '#schema/records/protocol.ts';
import { settleOrigin } from '#services/origin.ts';
import { exitCodes } from '#services/reader/failure.ts';
import { blocksOf, MirrorFolder, pagesOf } from '#services/reader/folder.ts';
import { readBlock, readManifest } from '#services/reader/manifest.ts';
import { readPage as readMirrored } from '#services/reader/page.ts';
import { loadState } from '#services/reader/state.ts';
import { readPages } from '#test/kit/archive.ts';
import { createDatabase } from '#test/kit/cluster.ts';
import { type Person, people } from '#test/kit/people.ts';
import { freePort } from '#test/kit/port.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';
import { aDirectory, expectRight } from './kit.ts';

const seconds = Number(process.env.UNDER_WRITING_SECONDS ?? 3);
const writers = 8;
const readers = 4;
const claimsBefore = seconds < 20 ? 120 : 400;
const origin = 'https://institution.test';
const root = path.resolve(import.meta.dirname, '../../..');

const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started) {
    if (child.exitCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'close');
  }
});

function start(file: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const { DATABASE_URL, ARCHIVE_DATABASE_URL, ...inherited } = process.env;
  const child = spawn(process.execPath, ['services/local/run.mjs', file, ...args], {
    cwd: root,
    env: { ...inherited, LOG_LEVEL: 'warn', PUBLIC_ORIGIN: origin, READ_LIMIT: '0', ARCHIVE_READ_LIMIT: '0', ...env },
    stdio: 'pipe',
  });
  started.push(child);
  return child;
}

/** A service of ours as a process; its address once it answers. */
async function serve(file: string, portName: 'PORT' | 'ARCHIVE_PORT', env: Record<string, string>): Promise<string> {
  const port = await freePort();
  const child = start(file, [], { ...env, [portName]: String(port) });
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  const address = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await request(`${address}/api/community/archive/checkpoint`, { method: 'HEAD' }).catch(() => {});
    await answer?.body.dump();
    if (answer) return address;
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    await pause(50);
  }
}

/** Every text of a record that ever was public, noted by the database in the transaction that published it. */
async function noteAllPublished(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create table ever_published (record_id text, hash text, primary key (record_id, hash));
    create function note_published() returns trigger language plpgsql as $$
    begin
      if new.body is not null then
        insert into ever_published values (new.record_id, encode(sha256(convert_to(new.body, 'UTF8')), 'hex')) on conflict do nothing;
      end if;
      return null;
    end $$;
    revoke all on function note_published from public;
    create trigger note_published after insert or update on publication for each row execute function note_published();`);
  await client.end();
}

interface Held {
  ids: string[];
  hashes: string[];
  /** The records' own ids, and those of the claims that they are about. */
  about: Set<string>;
}

/** What a mirror claims to hold, read as anyone may read it at any moment: what is claimed lies there until something else is claimed. */
async function look(directory: string): Promise<Held | undefined> {
  const [name] = (await readdir(directory)).filter((one) => one.startsWith('http'));
  if (name === undefined) return undefined;
  const folder = new MirrorFolder(path.join(directory, name));
  for (;;) {
    const state = await loadState(folder);
    if (!state) return undefined;
    try {
      const held: Held = { ids: [], hashes: [], about: new Set() };
      for (const dataset of state.datasets) {
        const line = state.signed.lines[dataset];
        const manifest = readManifest(await readFile(folder.manifest(dataset, line.root)), dataset, line);
        for (const expected of blocksOf(manifest)) {
          const block = readBlock(await readFile(folder.block(expected)), expected);
          for (const page of pagesOf(block, manifest.pages)) {
            const bytes = await readFile(folder.page(page));
            readMirrored(bytes, page);
            for (const record of JSON.parse(bytes.toString()).records as { id: string; claimId?: string }[]) {
              held.ids.push(record.id);
              held.hashes.push(createHash('sha256').update(JSON.stringify(record)).digest('hex'));
              held.about.add(record.id).add(record.claimId ?? record.id);
            }
          }
        }
      }
      return held;
    } catch (thrown) {
      // Wrong, unless the mirror claims something else by now.
      if ((await loadState(folder))?.checkpoint.text === state.checkpoint.text) throw thrown;
    }
  }
}

/** When a claim was gone for certain: since its answer said so, and until its return was asked for. */
interface Absence {
  id: string;
  since: number;
  until: number;
}

interface Claim {
  id: string;
  author: Person;
}

/** The 8 clients: all that they did, and what went. */
class Writers {
  readonly absences: Absence[] = [];
  acts = 0;
  refused = 0;
  #writing = true;
  readonly #api: string;
  readonly #members: readonly Person[];
  readonly #staff: readonly Person[];
  #turn = 0;

  constructor(api: string, members: readonly Person[], staff: readonly Person[]) {
    this.#api = api;
    this.#members = members;
    this.#staff = staff;
  }

  stop(): void {
    this.#writing = false;
  }

  async register(): Promise<Claim> {
    const author = this.#one(this.#members);
    const title = `Claim ${this.acts} 👩🏽‍🔬 \u2028`;
    const { claim } = await this.#send('POST', '/registry', author, aClaim({ title }));
    return { id: claim?.id ?? '', author };
  }

  /** One client: it registers without end, and what it registered goes, comes back, and is checked and judged twice. */
  async write(): Promise<void> {
    const own: Claim[] = [];
    const hidden: { absence: Absence; due: number }[] = [];
    for (let turn = 0; this.#writing; turn++) {
      own.push(await this.register());
      const [earlier] = own.splice(Math.floor(Math.random() * own.length), 1);
      if (!earlier) continue;
      if (turn % 4 === 1) {
        await this.#moderate(earlier.id, 'hidden');
        hidden.push({ absence: this.#gone(earlier.id), due: performance.now() + Math.random() * 5000 });
      } else if (turn % 4 === 3) {
        await this.#send('PATCH', `/registry/${earlier.id}`, earlier.author, { state: 'withdrawn' });
        this.#gone(earlier.id);
      } else {
        own.push(earlier);
        if (turn % 4 === 2) await this.#checkAndReview(earlier);
      }
      for (const one of hidden.filter(({ due }) => due < performance.now())) {
        hidden.splice(hidden.indexOf(one), 1);
        one.absence.until = performance.now();
        await this.#moderate(one.absence.id, 'active');
      }
    }
  }

  #gone(id: string): Absence {
    const absence = { id, since: performance.now(), until: Number.POSITIVE_INFINITY };
    this.absences.push(absence);
    return absence;
  }

  #moderate(id: string, state: 'hidden' | 'active'): Promise<unknown> {
    return this.#send('PATCH', `/registry/${id}`, this.#one(this.#staff), { state, reason: aReason });
  }

  /** Accepted, which changes the label of the claim, and rejected again, which changes it back. */
  async #checkAndReview({ id, author }: Claim): Promise<void> {
    const { claimId: _, ...check } = aCheck(id);
    const made = await this.#send('POST', `/registry/${id}/checks`, this.#one(this.#members, author), check);
    if (!made.check) return;
    for (const accepted of [true, false]) {
      const review = aReview(made.check.id, {
        state: accepted ? 'accepted' : 'rejected',
        independenceConfirmed: accepted,
      });
      await this.#send('POST', `/registry-checks/${made.check.id}/reviews`, this.#one(this.#staff), review);
    }
  }

  /** In turn, so that nobody comes near the limit of an hour (1.7). */
  #one(persons: readonly Person[], not?: Person): Person {
    for (;;) {
      const one = persons[this.#turn++ % persons.length];
      if (one && one !== not) return one;
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the JSON of any act
  async #send(method: 'POST' | 'PATCH', to: string, as: Person, body: unknown): Promise<any> {
    const answer = await request(`${this.#api}/api/community${to}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${as.token}`,
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
      body: JSON.stringify(body),
    });
    this.acts++;
    const told = await answer.body.json();
    // A claim that another client's act has changed meanwhile may be past this one.
    if (answer.statusCode >= 500 || answer.statusCode === 400 || answer.statusCode === 429)
      throw new Error(`${method} ${to} answered ${answer.statusCode}: ${JSON.stringify(told)}`);
    if (answer.statusCode >= 400) this.refused++;
    return told;
  }
}

/** A reader's process on a directory, and what became of its runs. */
class Reader {
  readonly directory = aDirectory();
  right = 0;
  mismatches = 0;
  restarts = 0;
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(address: string) {
    this.#child = start('test/services/reader/mirroring.ts', ['mirror', address, this.directory]);
    createInterface({ input: this.#child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      if (line.includes('Starting again from the checkpoint')) this.restarts++;
    });
    this.#lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  }

  /** The next line that begins so. */
  async #line(beginning: string): Promise<string> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error('the reader ended');
      if (value.startsWith(beginning)) return value;
    }
  }

  async ready(): Promise<void> {
    await this.#line('ready');
  }

  /** One run; the exit code. */
  async run(): Promise<number> {
    this.#child.stdin?.write('again\n');
    return Number((await this.#line('ended')).split(' ')[1]);
  }
}

/** What is held was published, every word of it. */
async function expectPublished(database: Database, { ids, hashes }: Held): Promise<void> {
  const strange = await database.query(sql`
    select id from unnest(${ids}::text[], ${hashes}::text[]) as held (id, hash)
    where not exists (select from ever_published e where e.record_id = held.id and e.hash = held.hash)`);
  expect(strange).toEqual([]);
}

async function mirrorOnAndOn(reader: Reader, all: Writers, database: Database, going: () => boolean): Promise<void> {
  while (going()) {
    const begun = performance.now();
    const run = reader.run();
    const during = (async () => {
      await pause(Math.random() * 500);
      const held = await look(reader.directory);
      if (held) await expectPublished(database, held);
    })();
    const code = await run;
    await during;
    expect([0, exitCodes.mismatch]).toContain(code);
    const held = await look(reader.directory);
    if (held) await expectPublished(database, held);
    if (code !== 0) {
      reader.mismatches++;
      continue;
    }
    reader.right++;
    const looked = performance.now();
    const kept = all.absences.filter(({ id, since, until }) => since < begun && until > looked && held?.about.has(id));
    expect(kept).toEqual([]);
    await pause(Math.random() * 1000);
  }
}

test(
  `4 readers of two archives hold nothing wrong and nothing that went, while 8 clients write for ${seconds} s`,
  async () => {
    const at = await createDatabase();
    const database = openDatabase(at.url, { max: 8 });
    const client = new pg.Client({ connectionString: at.url });
    await client.connect();
    await settleOrigin(client, origin, origin);
    await client.end();
    await noteAllPublished(at.url);
    const keyFile = path.join(aDirectory(), 'archive-keys.json');
    const archiveEnv = { ARCHIVE_DATABASE_URL: at.archiveUrl, ARCHIVE_KEY_FILE: keyFile };
    const [first, second, api] = await Promise.all([
      serve('services/archive/server.ts', 'ARCHIVE_PORT', archiveEnv),
      serve('services/archive/server.ts', 'ARCHIVE_PORT', archiveEnv),
      serve('services/api/server.ts', 'PORT', { DATABASE_URL: at.url }),
    ]);
    const members = await people(database, 40 + seconds);
    const staff = await people(database, 20 + seconds, { role: 'administrator' });
    const all = new Writers(api, members, staff);
    for (let made = 0; made < claimsBefore; made += writers)
      await Promise.all(Array.from({ length: writers }, () => all.register()));

    const mirrors = Array.from({ length: readers }, (_, index) => new Reader(index % 2 === 0 ? first : second));
    await Promise.all(mirrors.map((one) => one.ready()));
    const end = performance.now() + seconds * 1000;
    const before = all.acts;
    const writing = Promise.all(Array.from({ length: writers }, () => all.write()));
    const reading = Promise.all(mirrors.map((one) => mirrorOnAndOn(one, all, database, () => performance.now() < end)));
    await pause(seconds * 1000);
    const sum = (of: (one: Reader) => number) => mirrors.reduce((total, one) => total + of(one), 0);
    const rate = (all.acts - before) / seconds;
    const right = sum((one) => one.right);
    all.stop();
    await Promise.all([writing, reading]);

    const fresh = new Map<string, string>();
    for (const dataset of archiveDatasets)
      for (const { records } of await readPages(first, dataset))
        for (const record of records)
          fresh.set(record.id, createHash('sha256').update(JSON.stringify(record)).digest('hex'));
    expect(fresh.size).toBeGreaterThan(claimsBefore);
    for (const one of mirrors) {
      expect(await one.run()).toBe(0);
      await expectRight(one.directory);
      const held = await look(one.directory);
      expect(new Map(held?.ids.map((id, index) => [id, held.hashes[index] ?? '']))).toEqual(fresh);
    }
    process.stdout.write(
      `${rate.toFixed(0)} acts a second (${all.refused} of ${all.acts} refused), ${fresh.size} records, ${all.absences.length} went; ` +
        `${right} rechecks ended right before the last act, ${sum((one) => one.mismatches)} as mismatch, ${sum((one) => one.restarts)} beginnings were given up\n`,
    );
    await database.close();
  },
  (seconds + 120) * 1000,
);
