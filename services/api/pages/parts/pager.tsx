import { nextCursor, pageAsked } from '../../rest/page.ts';
import type { Asked } from '../page.ts';

export const pageSize = 25;

/** The page of a list that an address asks for, by the integer cursor of the API under this name. */
export const pageOf = ({ query }: Asked, list: string, name = 'after') =>
  pageAsked(list, { after: query[name] ?? '0', limit: String(pageSize) });

interface PageInfo {
  hasNextPage: boolean;
  endCursor: string | null;
}

/** This address with other values in its query; null takes one away. */
export function addressWith({ address }: Asked, changes: Readonly<Record<string, string | null>>): string {
  const url = new URL(address, 'http://page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.pathname + url.search;
}

/** The way to the next page of a list, and back to the first. */
export const Pager = ({
  asked,
  list,
  info,
  name = 'after',
  label = 'Pages',
}: {
  asked: Asked;
  list: string;
  info: PageInfo;
  name?: string;
  label?: string;
}) => {
  const next = nextCursor(list, info);
  const began = asked.query[name] !== undefined && asked.query[name] !== '0';
  if (next === null && !began) return null;
  return (
    <nav class="pager" aria-label={label}>
      {began ? <a href={addressWith(asked, { [name]: null })}>First page</a> : null}
      {next === null ? (
        <span class="end">This is the end of the list.</span>
      ) : (
        <a rel="next" href={addressWith(asked, { [name]: String(next) })}>
          Next page
        </a>
      )}
    </nav>
  );
};

/** The page of a list that is read from its end: the newest first. */
export const newestOf = ({ query }: Asked, name = 'before') => ({ last: pageSize, before: query[name] ?? null });

/** The way to what is older. */
export const Earlier = ({
  asked,
  info,
  name = 'before',
  label = 'Pages',
}: {
  asked: Asked;
  info: { hasPreviousPage: boolean; startCursor: string | null };
  name?: string;
  label?: string;
}) => {
  const began = asked.query[name] !== undefined;
  if (!began && !info.hasPreviousPage) return null;
  return (
    <nav class="pager" aria-label={label}>
      {began ? <a href={addressWith(asked, { [name]: null })}>Newest</a> : null}
      {info.hasPreviousPage && info.startCursor ? (
        <a rel="next" href={addressWith(asked, { [name]: info.startCursor })}>
          Earlier
        </a>
      ) : (
        <span class="end">This is the beginning of the list.</span>
      )}
    </nav>
  );
};
