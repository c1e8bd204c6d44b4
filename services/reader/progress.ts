import cliProgress from 'cli-progress';
import type { Progress } from './update.ts';

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
    format: '{dataset} [{bar}] {value}/{total} pages, {fetched} fetched, {eta_formatted} left',
    hideCursor: true,
    clearOnComplete: true,
  });
  let current: string | undefined;
  const end = () => {
    made.stop();
    current = undefined;
  };
  return {
    show({ dataset, done, pages, fetched }) {
      if (current !== dataset) {
        end();
        made.start(pages, done, { dataset, fetched });
        current = dataset;
      } else made.update(done, { dataset, fetched });
    },
    say(sentence) {
      end();
      stream.write(`${sentence}\n`);
    },
    end,
  };
}

function plainLines(stream: NodeJS.WriteStream): Display {
  let [said, dataset] = [0, ''];
  return {
    show(progress) {
      if (progress.dataset !== dataset) [said, dataset] = [0, progress.dataset];
      const { done, pages, fetched } = progress;
      if (done !== pages && done < said + linePages) return;
      said = done;
      stream.write(`${dataset}: ${done} of ${pages} pages, ${fetched} fetched\n`);
    },
    say: (sentence) => void stream.write(`${sentence}\n`),
    end() {},
  };
}

export const silence: Display = { show() {}, say() {}, end() {} };
