-- How a made-up institution is drawn: everything follows from numbers, so that the same size gives the same institution.

create function pg_temp.claims() returns bigint immutable return current_setting('bench.claims')::bigint;
create function pg_temp.origin() returns text immutable return current_setting('bench.origin');

-- A whole number below `most` that looks like chance.
create function pg_temp.pick(n bigint, salt bigint, most bigint) returns bigint immutable
  return (hashint8extended(n, salt) & 9223372036854775807) % most;

-- One year, long enough ago that nothing in it is still to come.
create function pg_temp.moment(n bigint) returns timestamptz immutable
  return timestamptz '2024-01-01T00:00:00Z' + interval '1 millisecond' * (n * 31622400000 / pg_temp.claims());


-- A TypeID (1.2): 48 bits of time, then version, variant and what looks like chance.
create function pg_temp.id(prefix text, at timestamptz, n bigint) returns text language plpgsql immutable as $$
declare
  ms bigint := extract(epoch from at) * 1000;
  digits constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  chance text := md5(prefix || n);
  time text := '';
begin
  for place in reverse 9..0 loop
    time := time || substr(digits, 1 + ((ms >> (place * 5)) & 31)::int, 1);
  end loop;
  return prefix || '_' || time || 'e' || substr(chance, 1, 2) || '8' || substr(chance, 3, 12);
end $$;

create function pg_temp.digest(n bigint, salt int) returns text immutable
  return md5(n || ' ' || salt) || md5(salt || ' ' || n);

create function pg_temp.json_time(at timestamptz) returns text stable
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create function pg_temp.subject(n bigint) returns text immutable
  return (array['Batch size', 'Weight decay', 'Label smoothing', 'Warm-up', 'Pruning by magnitude', 'Prompt order', 'A cosine schedule',
    'Token dropout', 'Retrieval depth', 'Mixed precision', 'Data deduplication', 'Seed choice', 'A longer context', 'Early stopping',
    'Beam width', 'Quantisation to 8 bits'])[1 + n % 16];

create function pg_temp.sentence(n bigint) returns text immutable
  return (array[
    'The loss falls as stated under these conditions and in no run of ten rises again.',
    'Every run uses the published script with a fresh seed, on one machine, with pinned versions.',
    'The figure is the median of ten; the whole table lies in the archive with the evidence.',
    'Where the script prints "done", compare the last line with the file `expected.txt`.',
    E'Commands:\n  make data\n  make run SEED=7\n  make compare',
    'A difference below 0.5 % is within what the seeds alone explain, and counts as none.',
    'Nothing was tuned on the held-out part; its hash is published beside the code.',
    'The naïve baseline — no schedule at all — reaches 71.3 ± 0.4 on the same split.',
    'Paths are written as C:\data\run on Windows and /data/run elsewhere.',
    'Anyone can observe this with the public weights; no private data is needed.',
    'It would be falsified by one seed in ten that ends above the stated bound.',
    'The effect vanishes when the two halves of the data are swapped, which the last table shows.',
    'Timing is by the wall clock, and load on the machine was below 5 % at the start.',
    'Memory stayed under 12 GiB in every run; swapping was switched off.',
    'Results were compared by the script, not by eye: it ends with status 1 where they differ.',
    'Tested with 3 ≤ k ≤ 9 and temperature 0 🙂; other values were not tried.'])[1 + n % 16];

-- So many sentences, one after the other.
create function pg_temp.words(n bigint, salt bigint) returns text immutable
  return pg_temp.sentence(pg_temp.pick(n, salt, 16)) || ' ' || pg_temp.sentence(pg_temp.pick(n, salt + 1, 16));
