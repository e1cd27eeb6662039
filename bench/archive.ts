import { buildKey } from '../domain/catalogue/object-keys.js';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDeps } from '../runtime/deps.js';
import { parseEnv } from '../runtime/env.js';
import { buildAccount } from '../test/support/accounts.js';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { startServer } from './start-server.js';
import { testEnv } from '../test/support/platform.js';
import { describeLoad } from './dashboard-rig.js';

/*
 * Measures archives of 100 images of 8 MB, the size of 4K images: the API's memory while it sends three archives
 * concurrently, its speed, and the memory that remains in use when readers disconnect halfway. `npm run bench:archive`
 */
const FILES = 100;
const FILE_BYTES = 8_000_000;
const SAMPLE_MS = 100;

const FILL = `
INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request, output_key,
  created_at)
SELECT 'gen_' || md5($1 || n), $1, $2, 'image', 'service-image', 'completed', 2,
  '{"prompt": "a large fox"}', $4, now() FROM generate_series(1, $3::integer) AS n RETURNING id`;

await startSharedServers();
const deps = await createDeps(parseEnv(testEnv()), 'admin');
await deps.store.ensureBucket();
const { accountId, keyId, apiKey } = await buildAccount(deps.db, {
  raised: { requests_per_minute: 10_000 },
});
const shared = `gen_${'a'.repeat(32)}`;
const key = buildKey({ kind: 'output', id: shared, name: 'b'.repeat(32), extension: 'webp' });
await deps.store.put(key, randomBytes(FILE_BYTES), 'image/webp');
const rows: { id: string }[] = await deps.db.query(FILL, [accountId, keyId, FILES, key]);
const { child: api, url: base } = await startServer('api');
const url = `${base}/v1/generations/archive?ids=${rows.map(({ id }) => id).join(',')}`;

try {
  await download(0.1);
  const before = await readMemory();
  console.log(`before: ${before.toFixed(0)} MB`);
  for (const [what, readers, share] of [
    ['one reader', 1, 1],
    ['three readers', 3, 1],
    ['three readers that disconnect half-way', 3, 0.5],
  ] as const) {
    const samples: number[] = [];
    const stop = new AbortController();
    const sampling = sample(samples, stop.signal);
    const begun = performance.now();
    const sizes = await Promise.all(Array.from({ length: readers }, () => download(share)));
    const seconds = (performance.now() - begun) / 1_000;
    stop.abort();
    await sampling;
    const sent = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
    console.log(
      `${what}: ${sent.toFixed(0)} MB in ${seconds.toFixed(1)} s (${(sent / seconds).toFixed(0)} MB/s); ` +
        `memory at most ${Math.max(...samples).toFixed(0)} MB; ${describeLoad()}`,
    );
  }
  await download(0.01);
  console.log(`after: ${(await readMemory()).toFixed(0)} MB, and a slot is free again`);
} finally {
  api.kill();
  await deps.close();
  await stopSharedServers();
}
process.exit();

/** Reads part of the archive and disconnects. @returns the number of received bytes */
async function download(share: number): Promise<number> {
  const left = new AbortController();
  const answer = await fetch(url, {
    headers: { Authorization: `Bearer ${apiKey}` },
    signal: left.signal,
  });
  if (answer.status !== 200 || !answer.body) throw new Error(await answer.text());
  const wanted = Number(answer.headers.get('content-length')) * share;
  let size = 0;
  for await (const piece of answer.body) {
    size += (piece as Uint8Array).length;
    if (size >= wanted) break;
  }
  left.abort();
  return size;
}

async function sample(into: number[], stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    into.push(await readMemory());
    await sleep(SAMPLE_MS);
  }
}

/** Reads the API process's memory in MB, as reported by Linux. */
async function readMemory(): Promise<number> {
  const status = await readFile(`/proc/${api.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_000;
}
