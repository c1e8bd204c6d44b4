// The origin that every `url` begins with (1.2): stored at the first start, since records that were published carry it.
import type pg from 'pg';

const KEY = 'origin';

/** The stored origin, or nothing before the first start. */
export async function storedOrigin(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('select value from public_setting where key = $1', [KEY]);
  return rows[0]?.value;
}

/** Stores the origin at the first start; later it must be the stored one. */
export async function settleOrigin(
  client: pg.ClientBase,
  wanted: string | undefined,
  otherwise: string,
): Promise<string> {
  await client.query(
    `insert into public_setting (key, value, changed_at) values ($1, to_jsonb($2::text), institution_now()) on conflict (key) do nothing`,
    [KEY, wanted ?? otherwise],
  );
  const stored = (await storedOrigin(client)) ?? otherwise;
  if (wanted !== undefined && wanted !== stored) {
    throw new Error(
      `PUBLIC_ORIGIN is ${wanted}, but this institution was set up as ${stored} and its published addresses begin so. ` +
        `Unset PUBLIC_ORIGIN, or change the origin deliberately: npm run --silent institution -- origin set ${wanted}`,
    );
  }
  return stored;
}
