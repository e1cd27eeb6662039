import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { Pool } from 'pg';

/**
 * The server that bench/accept compares the API with: Koa and one committed insert, the minimum cost of accepting work.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
await pool.query('CREATE TABLE IF NOT EXISTS bench_row (id bigserial PRIMARY KEY, body text)');
const app = new Koa();
app.use(async (ctx) => {
  const parts: Buffer[] = [];
  for await (const part of ctx.req) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString();
  const { rows } = await pool.query('INSERT INTO bench_row (body) VALUES ($1) RETURNING id', [
    body,
  ]);
  ctx.status = 202;
  ctx.body = rows[0];
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
// Exits when the parent process has ended.
process.once('disconnect', () => process.exit());
