/** Lets everyone who asks while a query runs share the next one: each is given the answer of a query sent after it asked, and one runs at a time. */
export function coalesced<Answer>(query: () => Promise<Answer>): () => Promise<Answer> {
  let running = false;
  let wanted = false;
  let next: Promise<Answer | undefined>;

  function send(): Promise<Answer> {
    const sent = query();
    running = true;
    // Before all who wait for this one, so that the next is on its way while they are answered.
    next = sent.then(end, end);
    return sent;
  }

  function end(): Promise<Answer> | undefined {
    running = false;
    if (!wanted) return undefined;
    wanted = false;
    return send();
  }

  return () => {
    if (!running) return send();
    wanted = true;
    return next as Promise<Answer>;
  };
}
