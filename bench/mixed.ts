import { checkInvariants } from '../domain/ledger/invariants.js';
import type { GenerationBody } from '../domain/contract/generation.js';
import { createDeps } from '../runtime/deps.js';
import { parseEnv } from '../runtime/env.js';
import { buildAccount } from '../test/support/accounts.js';
import { ApiClient } from '../test/support/client.js';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { startApi, testEnv } from '../test/support/platform.js';
import { until } from '../test/support/until.js';
import { startWorkers } from '../test/support/workers.js';
import { blackPng } from '../test/media/inspection/made.js';

/**
 * Runs mixed generations at the concurrency limit of an Agency account: images, edits, references, clips and failures.
 * Every generation must end, every slot must be released, and every credit must be accounted for. `npm run
 * bench:mixed`, or `npm run bench:mixed -- 50` for fewer generations.
 */
const COUNT = Number(process.argv[2] ?? 200);
const CREDITS = 1_000_000;
const END_MS = 900_000;

const picture = `data:image/png;base64,${blackPng(64).toString('base64')}`;
const clip = {
  model: 'grok-imagine-1.5',
  duration: '1',
  resolution: '480p',
  aspect_ratio: '1:1',
};

/** The requests that the bench repeats. */
const KINDS: readonly (readonly [path: string, body: object])[] = [
  ['/v1/images', { prompt: 'a red fox in snow' }],
  ['/v1/images', { prompt: 'a lighthouse at night', aspect_ratio: '16:9' }],
  ['/v1/videos', { ...clip, prompt: 'a sailing boat, pan left' }],
  ['/v1/images', { prompt: 'a house by @ref1', reference_images: [{ image: picture }] }],
  ['/v1/images', { prompt: 'a fox simulate:provider_error=1' }],
  ['/v1/images', { prompt: 'make it night', scene_image: picture, edit: true }],
  ['/v1/videos', { ...clip, prompt: 'waves, zoom in', start_frame: picture, audio: false }],
  ['/v1/images', { prompt: 'a fox simulate:content_blocked' }],
  ['/v1/images', { prompt: 'a fox simulate:fallback', character_image: picture }],
  ['/v1/videos', { ...clip, prompt: 'a fox simulate:provider_error' }],
];

await startSharedServers();
const api = await startApi();
const deps = await createDeps(parseEnv(testEnv()), 'media');
const workers = await startWorkers(deps, { slots: 2 });
const raised = { requests_per_minute: 1_000_000 };
const account = await buildAccount(api.deps.db, { credits: CREDITS, raised });
const client = new ApiClient(api.url, account.apiKey);
const began = performance.now();
let refused = 0;
let most = 0;

/** Submits one request, and retries it with its idempotency key until a slot is free. */
async function submit(path: string, body: object, idem: string): Promise<string> {
  return until(
    `the request ${idem} is accepted`,
    async () => {
      const answer = await client.call<GenerationBody>('POST', path, { body, idem });
      if (answer.status === 202) return answer.body.id;
      if (answer.status !== 429) throw new Error(answer.text);
      refused += 1;
      return null;
    },
    END_MS,
  );
}

const ids: string[] = [];
for (let index = 0; index < COUNT; index += 1) {
  const [path, body] = KINDS[index % KINDS.length] ?? ['', {}];
  ids.push(await submit(path, body, `mixed-${index}`));
  const [row]: { active_jobs: number }[] = await deps.db.query(
    'SELECT active_jobs FROM account WHERE id = $1',
    [account.accountId],
  );
  most = Math.max(most, row?.active_jobs ?? 0);
}
const OPEN =
  'SELECT count(*)::int AS open FROM generation WHERE id = ANY($1) AND completed_at IS NULL';
await until(
  'all generations have ended',
  async () => (await deps.db.query<{ open: number }[]>(OPEN, [ids]))[0]?.open === 0,
  END_MS,
);
const seconds = (performance.now() - began) / 1_000;
const states: { type: string; status: string; count: number }[] = await deps.db.query(
  'SELECT type, status, count(*)::int AS count FROM generation WHERE id = ANY($1) GROUP BY 1, 2 ORDER BY 1, 2',
  [ids],
);
const [left]: { active_jobs: number; held: number; balance: number }[] = await deps.db.query(
  `SELECT active_jobs, (held_sub + held_pur)::int AS held, (sub + pur)::int AS balance
   FROM account WHERE id = $1`,
  [account.accountId],
);
const [spent]: { credits: number }[] = await deps.db.query(
  'SELECT sum(credits - refunded_credits)::int AS credits FROM generation WHERE id = ANY($1)',
  [ids],
);
const violations = await checkInvariants(deps.db.manager);
console.table(states);
console.log(
  `${COUNT} in ${seconds.toFixed(0)} s, ${refused} times rate-limited, at most ${most} concurrently`,
);
console.log(
  `left: ${left?.active_jobs} slots taken, ${left?.held} credits held; paid ${CREDITS - (left?.balance ?? 0)} of ${spent?.credits} charged; doctor: ${violations.length} violations`,
);
const clean = left?.active_jobs === 0 && left.held === 0 && violations.length === 0;
await workers.stop();
await deps.close();
await api.stop();
await stopSharedServers();
process.exitCode = clean && CREDITS - left.balance === spent?.credits ? 0 : 1;
