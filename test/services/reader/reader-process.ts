import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

/** The command line as a process of its own. */
export class ReaderProcess {
  readonly child: ChildProcess;
  #output = '';
  #errors = '';

  constructor(...args: string[]) {
    this.child = spawn(process.execPath, ['services/reader/morrowkin-reader.mjs', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString();
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.#errors += chunk.toString();
    });
  }

  /** How it ended, and what it said. */
  async ended(): Promise<{ code: number | null; output: string; errors: string }> {
    const [code] = (await once(this.child, 'close')) as [number | null];
    return { code, output: this.#output, errors: this.#errors };
  }

  /** The first line it wrote to standard output. */
  async firstLine(): Promise<string> {
    while (!this.#output.includes('\n')) await once(this.child.stdout ?? this.child, 'data');
    return this.#output.slice(0, this.#output.indexOf('\n'));
  }
}

export const reader = (...args: string[]) => new ReaderProcess(...args).ended();
