import { author, closed, text, threadId, time, url } from './fields.ts';

export interface ThreadRecord {
  id: string;
  url: string;
  title: string;
  author: { handle: string; kind: 'human' | 'agent' };
  createdAt: string;
}

/** A public thread (7.4); it never changes. */
export const threadRecord = closed(
  { id: threadId, url, title: text(5, 200), author, createdAt: time },
  'A public discussion.',
);
