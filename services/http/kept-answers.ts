import type { Representation } from './representation.ts';

/** An answer with the stamp of the state it shows: while the state has this stamp, the answer is right. */
export interface Stamped<Mark = unknown> {
  stamp: string;
  representation: Representation;
  /** What its maker wants to know when it makes the next one. */
  mark?: Mark;
}

interface Entry {
  answer: Stamped;
  bytes: number;
}

/** What an entry costs beside its bytes, so that a million empty answers are not free. */
const overheadBytes = 1024;

const weightOf = (name: string, { heldBytes }: Representation) => overheadBytes + name.length + heldBytes;

/** Answers made once and kept, the least used given up first, in bounded memory whatever there is to serve. */
export class KeptAnswers {
  readonly #mostBytes: number;
  #bytes = 0;
  // In the order of use, the longest unused first.
  readonly #entries = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<Stamped | undefined>>();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** What is kept under this name, of whatever state. */
  find(name: string): Stamped | undefined {
    const entry = this.#entries.get(name);
    if (!entry) return undefined;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.answer;
  }

  /** The answer under this name for the state of this stamp; made, once for all who wait, where it is not there. Undefined is not kept. */
  async answer<Mark, Made extends Stamped<Mark> | undefined = Stamped<Mark>>(
    name: string,
    stamp: string,
    make: (former: Stamped<Mark> | undefined) => Promise<Made>,
  ): Promise<Stamped<Mark> | Made> {
    const former = this.#entries.get(name)?.answer as Stamped<Mark> | undefined;
    if (former?.stamp === stamp) {
      this.#keep(name, former);
      return former;
    }
    const task = `${stamp}\n${name}`;
    let making = this.#making.get(task) as Promise<Made> | undefined;
    if (!making) {
      making = make(former).finally(() => this.#making.delete(task));
      this.#making.set(task, making);
    }
    const made = await making;
    if (!made) return made;
    // The same bytes keep the compressed ones that were made of them.
    const answer = former?.representation.equals(made.representation)
      ? { ...made, representation: former.representation }
      : made;
    this.#keep(name, answer);
    return answer;
  }

  /** Weighs an answer again once it has left: in the coding that was asked for, and in no other without need. */
  weigh(name: string, representation: Representation): void {
    const entry = this.#entries.get(name);
    if (entry?.answer.representation !== representation || entry.bytes === weightOf(name, representation)) return;
    representation.slim();
    this.#keep(name, entry.answer);
  }

  #keep(name: string, answer: Stamped): void {
    this.#drop(name);
    const bytes = weightOf(name, answer.representation);
    if (bytes > this.#mostBytes) return;
    this.#entries.set(name, { answer, bytes });
    this.#bytes += bytes;
    for (const other of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#drop(other);
    }
  }

  #drop(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.delete(name);
    this.#bytes -= entry.bytes;
  }
}
