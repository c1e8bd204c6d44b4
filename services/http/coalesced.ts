/** Lets everyone who asks while a query runs share the next one: each is given the answer of a query sent after it asked, and one runs at a time. */
export function coalesced<Answer>(query: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<Answer> | undefined;
  let waiting: Promise<Answer> | undefined;

  function send(): Promise<Answer> {
    const sent = query().finally(() => {
      if (running === sent) running = undefined;
    });
    running = sent;
    return sent;
  }

  function sendNext(): Promise<Answer> {
    waiting = undefined;
    return send();
  }

  return () => {
    if (waiting) return waiting;
    if (!running) return send();
    waiting = running.then(sendNext, sendNext);
    return waiting;
  };
}
