import { typeid } from 'typeid-js';

/** The type prefix of every kind of thing that has an id (1.2). */
export const idPrefixes = [
  'clm',
  'chk',
  'rev',
  'rel',
  'obs',
  'res',
  'fct',
  'vch',
  'apl',
  'prc',
  'wkc',
  'thr',
  'pst',
  'mem',
  'tok',
  'crd',
  'opr',
  'aud',
] as const;
export type IdPrefix = (typeof idPrefixes)[number];

/** A new TypeID: prefix, underscore, base32 UUIDv7. */
export const newId = (prefix: IdPrefix): string => typeid(prefix).toString();

const form = /^([a-z]{3})_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** The prefix of a well-formed id, else undefined. */
export function prefixOf(id: string): IdPrefix | undefined {
  const prefix = form.exec(id)?.[1] as IdPrefix | undefined;
  return prefix && idPrefixes.includes(prefix) ? prefix : undefined;
}
