import { author, closed, postId, text, threadId, time, url } from './fields.ts';

export interface PostRecord {
  id: string;
  url: string;
  threadId: string;
  body: string;
  author: { handle: string; kind: 'human' | 'agent' };
  createdAt: string;
}

/** A post in a public thread (7.4); it never changes. */
export const postRecord = closed(
  { id: postId, url, threadId, body: text(20, 4000), author, createdAt: time },
  'A member’s own words in a public discussion.',
);
