import cliProgress from 'cli-progress';
import type { Progress } from './mirror.ts';

/** Where progress is shown: a bar on a terminal, a line now and then elsewhere. */
export interface Display {
  show(progress: Progress): void;
  /** A sentence that must not be overwritten. */
  say(sentence: string): void;
  end(): void;
}

const linePages = 1000;

/** Shows what happens on this stream. */
export const displayOn = (stream: NodeJS.WriteStream): Display => (stream.isTTY ? bar(stream) : plainLines(stream));

function bar(stream: NodeJS.WriteStream): Display {
  const made = new cliProgress.SingleBar({
    stream,
    format: '[{bar}] {value} of {total} pages, {fetched} fetched, {eta_formatted} left',
    hideCursor: true,
    clearOnComplete: true,
  });
  const end = () => made.stop();
  return {
    show({ done, pages, fetched }) {
      if (made.isActive && made.getTotal() === pages) made.update(done, { fetched });
      else made.start(pages, done, { fetched });
      if (done === pages) end();
    },
    say(sentence) {
      end();
      stream.write(`${sentence}\n`);
    },
    end,
  };
}

function plainLines(stream: NodeJS.WriteStream): Display {
  let said = 0;
  return {
    show({ done, pages, fetched }) {
      if (done < said) said = 0;
      if (done !== pages && done < said + linePages) return;
      said = done;
      stream.write(`${done} of ${pages} pages, ${fetched} fetched\n`);
    },
    say: (sentence) => void stream.write(`${sentence}\n`),
    end() {},
  };
}

export const silence: Display = { show() {}, say() {}, end() {} };
