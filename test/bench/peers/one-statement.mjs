// The floor of GET /registry: its very JSON from one SQL statement, sent by node:http with nothing else around it.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 16, options: '-c timezone=UTC' });
const registry = `${process.env.BENCH_ORIGIN}/registry/`;
const time = (column) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const related = (end, own, order) => `(
  select coalesce(json_agg(json_build_object('id', l.id, 'kind', l.kind, '${end}', json_build_object('id', x.id, 'title', x.title, 'url', '${registry}' || x.id)) order by ${order}), '[]')
  from relationship l join claim x on x.id = l.${end}_id where l.${own}_id = c.id and x.withdrawn_at is null and x.hidden_at is null)`;

const text = `
  with page as materialized (select * from claim where withdrawn_at is null and hidden_at is null and ordinal > $1 order by ordinal limit 101),
  shown as (select * from page order by ordinal limit 100)
  select json_build_object('version', '1.0.0', 'claims', coalesce(json_agg(json_build_object(
    'id', c.id, 'url', '${registry}' || c.id, 'title', c.title, 'claim', c.claim, 'method', c.method, 'environment', c.environment,
    'artifactUrl', c.artifact_url, 'artifactSha256', c.artifact_sha256, 'author', json_build_object('handle', a.handle, 'kind', a.kind),
    'createdAt', ${time('c.created_at')}, 'state', 'active', 'evidence', c.evidence,
    'boosted', exists (select from boost b where b.member_id = c.author_id and b.expires_at > clock_timestamp()), 'observationId', c.observation_id,
    'checks', json_build_object('accepted', c.accepted_checks, 'supports', c.supports_checks, 'challenges', c.challenges_checks, 'unresolved', c.unresolved_checks),
    'resolution', (select json_build_object('id', r.id, 'claimId', r.claim_id, 'reproduced', r.reproduced, 'reason', r.reason, 'evidenceCheckId', r.evidence_check_id,
      'resolver', json_build_object('handle', m.handle), 'resolvedAt', ${time('r.resolved_at')}, 'voided', false, 'voidedAt', null, 'voidReason', null)
      from resolution r join member m on m.id = r.resolver_id where r.claim_id = c.id and r.voided_at is null),
    'lineage', json_build_object('outgoing', ${related('target', 'source', 'l.n')}, 'incoming', ${related('source', 'target', 'l.id')})
  ) order by c.ordinal), '[]'), 'nextCursor', case when (select count(*) from page) > 100 then max(c.ordinal) end, 'notes', $2::json)::text as body
  from shown c join member a on a.id = c.author_id`;

createServer(async ({ url }, response) => {
  const after = new URL(url, 'http://floor').searchParams.get('after') ?? '0';
  const { rows } = await pool.query({ name: 'registry', text, values: [after, process.env.BENCH_NOTES] });
  const body = Buffer.from(rows[0].body);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}).listen(Number(process.env.BENCH_PORT), '127.0.0.1');
