/** Queries under way at once. With one alone, a server would wait for it idle: all who ask do, and none has an answer to send meanwhile. */
const mostRunning = 2;

/** Lets everyone who asks while queries run share the next one: each is given the answer of a query sent after it asked. */
export function coalesced<Answer>(query: () => Promise<Answer>): () => Promise<Answer> {
  let running = 0;
  let next: Promise<Answer> | undefined;
  let begin: (() => void) | undefined;

  function send(): Promise<Answer> {
    running++;
    const sent = query();
    // Before all who wait for this one, so that the next is on its way while they are answered.
    sent.then(end, end);
    return sent;
  }

  function end(): void {
    running--;
    begin?.();
  }

  return () => {
    if (running < mostRunning) return send();
    next ??= new Promise<Answer>((resolve) => {
      begin = () => {
        begin = next = undefined;
        resolve(send());
      };
    });
    return next;
  };
}
