import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createDeps } from '../runtime/deps.js';
import { parseEnv } from '../runtime/env.js';
import { buildAccount } from '../test/support/accounts.js';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { testEnv } from '../test/support/platform.js';
import { fire, type Load, type Shot } from './load.js';

/**
 * The accept path (POST /v1/images until its 202) against a bare Koa with one committed insert, in
 * the same run: requests per second and latency, and their ratios. Rounds alternate, so that a
 * machine whose speed drifts spoils both alike. `npm run bench:accept`
 */
const REQUESTS = 600;
const CONNECTIONS = [1, 8] as const;
const ROUNDS = 3;
const ACCOUNTS = 100;

interface Subject {
  readonly name: string;
  readonly child: ChildProcess;
  readonly shot: Shot;
}

async function start(file: string, extra: Record<string, string> = {}) {
  const child = fork(new URL(file, import.meta.url), {
    env: { ...process.env, ...testEnv(extra) },
    execArgv: ['--import', 'tsx'],
  });
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return { child, url: `http://127.0.0.1:${message.port}` };
}

const body = JSON.stringify({ prompt: 'a red fox in snow', aspect_ratio: '16:9' });
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

await startSharedServers();
const deps = await createDeps(parseEnv(testEnv()), 'admin');
const raised = { requests_per_minute: 10_000_000, concurrent_jobs: 1_000_000 };
const keys = await Promise.all(
  Array.from({ length: ACCOUNTS }, () => buildAccount(deps.db, { credits: 1_000_000, raised })),
);
let next = 0;
const bare = await start('./peers/bare-koa.ts');
const full = await start('./peers/api.ts');
const core = await start('./peers/api.ts', { WITHOUT_TEMPORAL: '1' });
const json = { 'Content-Type': 'application/json' };
const apiShot = (url: string): Shot => ({
  url: `${url}/v1/images`,
  method: 'POST',
  headers: () => ({
    ...json,
    Authorization: `Bearer ${keys[next++ % ACCOUNTS]?.apiKey}`,
    'Idempotency-Key': randomUUID(),
  }),
  body,
  expect: 202,
});
const subjects: Subject[] = [
  {
    name: 'bare Koa + one insert',
    child: bare.child,
    shot: { url: bare.url, method: 'POST', headers: () => json, body, expect: 202 },
  },
  { name: 'accept, without Temporal', child: core.child, shot: apiShot(core.url) },
  { name: 'accept, as it is', child: full.child, shot: apiShot(full.url) },
];
try {
  for (const connections of CONNECTIONS) {
    for (const { shot } of subjects) await fire(shot, 100, connections);
    const loads = new Map<string, Load[]>(subjects.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, shot } of subjects) {
        loads.get(name)?.push(await fire(shot, REQUESTS, connections));
      }
    }
    const peer = median((loads.get('bare Koa + one insert') ?? []).map(({ p50 }) => p50));
    console.log(`\n${connections} connection(s), median of ${ROUNDS} rounds of ${REQUESTS}`);
    for (const [name, rounds] of loads) {
      const p50 = median(rounds.map((load) => load.p50));
      console.log(
        `${name.padEnd(26)} ${median(rounds.map((load) => load.perSecond))
          .toFixed(0)
          .padStart(6)}/s` +
          `  p50 ${p50.toFixed(2).padStart(6)} ms  p99 ${median(rounds.map((load) => load.p99))
            .toFixed(2)
            .padStart(7)} ms` +
          `  p50 ratio ${(p50 / peer).toFixed(1)}x`,
      );
    }
  }
} finally {
  for (const { child } of subjects) child.kill();
  await deps.close();
  await stopSharedServers();
}
process.exit();
