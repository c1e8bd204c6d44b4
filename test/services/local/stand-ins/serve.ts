// Stands in for a service in the tests of the starter: healthy while its database lets it in, and it tells what it was given.
import { createServer } from 'node:http';
import pg from 'pg';

export function serve(port: string | undefined, connectionString: string | undefined): void {
  const pool = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: 2000 });
  pool.on('error', () => {});
  const server = createServer(async (request, response) => {
    const { rows } = await pool.query('select current_user as login').catch(() => ({ rows: [] }));
    response.statusCode = rows.length > 0 ? 200 : 503;
    const { DATABASE_URL, ARCHIVE_DATABASE_URL, PUBLIC_ORIGIN } = process.env;
    const told = { pid: process.pid, login: rows[0]?.login, DATABASE_URL, ARCHIVE_DATABASE_URL, PUBLIC_ORIGIN };
    response.end(request.url === '/health' ? 'ok' : JSON.stringify(told));
  });
  server.listen(Number(port), process.env.HOST);
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    void pool.end();
  });
}
