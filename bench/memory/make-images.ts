import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import pMap from 'p-map';
import { findCheckout } from '../../runtime/checkout.js';
import type { Connection } from '../../runtime/connection.js';

const CONCURRENT = 4;
const POLL_MS = 250;
/** Number of credits to grant per image: more than an image costs. */
const CREDITS_EACH = 10;
/** Rate limits that would make the images wait for minutes. */
const RATES = ['images_per_minute', 'requests_per_minute'] as const;
const OUT_OF_THE_WAY = 10_000;
const BUSY = [429, 503];

interface Generation {
  readonly id: string;
  readonly status: string;
}

/** Makes images through the API, like a caller. @throws {Error} if an image fails */
export async function makeImages(connection: Connection, count: number): Promise<void> {
  const { account_id: account = '' } = connection;
  await runAdmin(connection, 'credits', 'grant', account, '--amount', String(count * CREDITS_EACH));
  for (const limit of RATES) {
    const raise = ['--limit', limit, '--value', String(OUT_OF_THE_WAY)];
    await runAdmin(connection, 'account', 'raise-limit', account, ...raise);
  }
  const numbers = Array.from({ length: count }, (_, number) => number);
  await pMap(numbers, (number) => makeImage(connection, number), { concurrency: CONCURRENT });
}

async function runAdmin(connection: Connection, ...words: string[]): Promise<void> {
  await promisify(execFile)('npm', ['run', 'admin', '--', ...words], {
    cwd: findCheckout(),
    env: { ...process.env, ...environmentOf(connection) },
  });
}

const environmentOf = ({ database_url, s3_access_key, s3_secret_key }: Connection) => ({
  DATABASE_URL: database_url,
  S3_ACCESS_KEY: s3_access_key,
  S3_SECRET_KEY: s3_secret_key,
});

async function makeImage(connection: Connection, number: number): Promise<void> {
  let made = await ask(connection, '/v1/images', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `memory-${number}` },
    body: JSON.stringify({ prompt: `a red fox in snow ${number}` }),
  });
  while (made.status === 'queued' || made.status === 'processing') {
    await sleep(POLL_MS);
    made = await ask(connection, `/v1/generations/${made.id}`);
  }
  if (made.status !== 'completed') throw new Error(JSON.stringify(made));
}

/** Retries while the API limits the rate. */
async function ask(
  connection: Connection,
  path: string,
  {
    headers: given,
    ...request
  }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Generation> {
  const { api_url: url = '', api_key: key = '' } = connection;
  const headers = { ...given, Authorization: `Bearer ${key}` };
  for (;;) {
    const answer = await fetch(`${url}${path}`, { ...request, headers });
    if (answer.ok) return (await answer.json()) as Generation;
    if (!BUSY.includes(answer.status)) throw new Error(await answer.text());
    await answer.body?.cancel();
    await sleep(Number(answer.headers.get('Retry-After') ?? 1) * 1_000);
  }
}
