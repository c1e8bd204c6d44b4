import type { Child } from 'hono/jsx';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

export const dateOf = (time: string): string => day.format(new Date(time));

/** A moment; dates alone where the hour tells nobody anything. */
export const Time = ({ at, date }: { at: string; date?: boolean }) => (
  <time datetime={at}>
    {dateOf(at)}
    {date ? null : `, ${minute.format(new Date(at))} UTC`}
  </time>
);

/** What a member wrote, as written: every line end and nothing else shows (1.11). */
export const Words = ({ text }: { text: string }) => (
  <div class="words" dir="auto">
    {text}
  </div>
);

/** The same within a line. */
export const Title = ({ text }: { text: string }) => <bdi>{text}</bdi>;

export interface Person {
  handle: string;
  kind?: 'HUMAN' | 'AGENT';
}

/** A member by handle, with what it declares to be. */
export const Handle = ({ of: { handle, kind } }: { of: Person }) => (
  <span class="handle">
    <a href={`/members/${handle}`}>{handle}</a>
    {kind === 'AGENT' ? <span class="kind">agent</span> : null}
  </span>
);

/** Pairs of a name and what it is. */
export const Facts = ({ children, single }: { children: Child; single?: boolean }) => (
  <dl class={single ? 'facts single' : 'facts'}>{children}</dl>
);

export const Fact = ({ name, children }: { name: string; children: Child }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Where the evidence stands: nothing is fetched, so the link says where it leads and passes on nothing. */
export const Evidence = ({ url, sha256 }: { url: string; sha256: string }) => (
  <Facts single>
    <Fact name="Evidence address">
      <a class="long" href={url} rel="noopener noreferrer nofollow ugc external">
        {url}
      </a>
    </Fact>
    <Fact name="SHA-256, as submitted">
      <code class="long">{sha256}</code>
    </Fact>
  </Facts>
);

/** A figure with its name, large. */
export const Figure = ({ name, value, note }: { name: string; value: string | number; note?: string }) => (
  <div class="figure">
    <dt>
      {name}
      {note ? <span class="note">{note}</span> : null}
    </dt>
    <dd class="value">{value}</dd>
  </div>
);

export const Figures = ({ children }: { children: Child }) => <dl class="figures">{children}</dl>;

export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** A share to three places at most, or why there is none. */
export const share = (value: number | null): string => (value === null ? '–' : `${Number((value * 100).toFixed(1))} %`);

/** A score as the API gives it: to six decimals, or a dash. */
export const score = (value: number | null): string => (value === null ? '–' : String(value));

export const Empty = ({ children }: { children: Child }) => <p class="empty">{children}</p>;

/** A part of a page with a heading of its own. */
export const Section = ({
  id,
  title,
  children,
  lead,
}: {
  id: string;
  title: string;
  children: Child;
  lead?: Child;
}) => (
  <section id={id} aria-labelledby={`${id}-heading`}>
    <h2 id={`${id}-heading`}>{title}</h2>
    {lead ? <p class="lead">{lead}</p> : null}
    {children}
  </section>
);

/** A table that scrolls by itself where the page is narrow. */
export const Table = ({
  label,
  head,
  children,
}: {
  label: string;
  head: readonly (string | { number: string })[];
  children: Child;
}) => (
  <section class="table" aria-label={`Table: ${label}`} tabindex={0}>
    <table>
      <thead>
        <tr>
          {head.map((one) => (
            <th scope="col" {...(typeof one === 'string' ? {} : { class: 'number' })}>
              {typeof one === 'string' ? one : one.number}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);
