import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { VERIFIED } from '../../api/middleware/email-cookie.js';
import { createKey } from '../../domain/accounts/create-key.js';
import { createId } from '../../domain/contract/ids.js';
import { createDeps } from '../../runtime/deps.js';
import { parseEnv } from '../../runtime/env.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { buildAccount } from '../../test/support/accounts.js';
import { startSharedServers, stopSharedServers } from '../../test/support/hooks.js';
import { Issuer, OPEN_ID_CLIENT } from '../../test/support/issuer.js';
import { testEnv } from '../../test/support/platform.js';
import { PlatformProcess } from '../../test/support/process.js';
import { until } from '../../test/support/until.js';
import { ATTACKS, type Target } from './attacks.js';
import { CHECKED_FILES } from './checked-files.js';
import { FORMS } from './forms.js';
import { STRANGERS } from './strangers.js';
import { send, tally } from './outcomes.js';
import { WAITS } from './waits.js';
import { ORDINARY, type Order, type Report, type Seen } from './victim.js';

/**
 * Attacks a running API over loopback with one attack after the other, and reports the effect on another tenant. `npm
 * run attack` runs all attacks; `npm run attack -- import` runs those whose name contains a word.
 */
const P99_MS = 250;
const GROWN_MB = 150;
/** Callers have no rate limits, so that the attacks reach the defences behind them. */
const UNLIMITED = {
  requests_per_minute: 1_000_000,
  concurrent_jobs: 100_000,
  images_per_minute: 1_000_000,
  upload_files_per_day: 1_000_000,
  upload_bytes_per_day: 1e12,
};

const chosen = [...ATTACKS, ...FORMS, ...WAITS, ...STRANGERS, ...CHECKED_FILES].filter(({ name }) =>
  name.includes(process.argv[2] ?? ''),
);
await startSharedServers();
const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
await once(hanging, 'listening');
const hangingUrl = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
const issuer = new Issuer();
await issuer.start();
const stranger = { email: 'nobody@example.com', email_verified: true };
issuer.person = stranger;
const port = await findFreePort(0);
const url = `http://127.0.0.1:${port}`;
const env = testEnv({
  API_PORT: String(port),
  EGRESS_ALLOW: hangingUrl,
  TRUSTED_PROXIES: '127.0.0.1',
  OIDC_ISSUER: issuer.url,
  OIDC_CLIENT_ID: OPEN_ID_CLIENT.id,
  OIDC_CLIENT_SECRET: OPEN_ID_CLIENT.secret,
});
const deps = await createDeps(parseEnv(env), 'api');
const processes = await Promise.all(
  (['orchestrator', 'media'] as const).map((service) => PlatformProcess.start(service, env)),
);
let api = await PlatformProcess.start('api', env);
const tenant = await buildAccount(deps.db, { credits: 1_000_000, raised: UNLIMITED });
const attacker = await buildAccount(deps.db, { credits: 1_000_000, raised: UNLIMITED });
const reader = await buildReadKey(attacker.accountId);
const choice = { email: stranger.email, until: Date.now() + 86_400_000 };
const verified = deps.vault.seal(JSON.stringify(choice), VERIFIED);
const victim = fork(new URL('./victim.ts', import.meta.url));
const instruct = (order: Order) => victim.send(order);

/** Number of warm-up requests, because a process that has just started is slow. */
const WARM_UP = 100;
const warmUp = { apiKey: tenant.apiKey, body: ORDINARY };
console.log(`Warm-up: ${await tally(WARM_UP, 4, () => send(`${url}/v1/images`, warmUp))}`);
const RUNNING = 'SELECT 1 FROM generation WHERE completed_at IS NULL LIMIT 1';
await until('the warm-up has ended', async () => (await deps.db.query(RUNNING)).length === 0);

let missed = 0;
let done = 0;
for (const { name, run } of chosen) {
  instruct({ url, apiKey: tenant.apiKey, pid: api.pid });
  instruct('watch');
  const target: Target = { url, apiKey: attacker.apiKey, readKey: reader, hangingUrl, verified };
  const outcome = await run(target);
  instruct('report');
  const [report] = (await once(victim, 'message')) as [Report];
  const died = api.ending !== null;
  const failed = [...report.health.failed, ...report.post.failed];
  const kept =
    !died &&
    failed.length === 0 &&
    Math.max(report.health.p99, report.post.p99) <= P99_MS &&
    report.grownMb <= GROWN_MB;
  if (!kept) missed += 1;
  done += 1;
  console.log(`${kept ? 'kept  ' : died ? 'DIED  ' : 'MISSED'} ${name}: ${outcome}`);
  console.log(
    `       meanwhile: /healthz p99 ${times(report.health)}, POST p99 ${times(report.post)}, ${failed.length} failed; the API grew by ${Math.round(report.grownMb)} MB`,
  );
  if (died) api = await PlatformProcess.start('api', env);
}
console.log(
  `${done - missed} of ${done} attacks met the target: p99 of another tenant up to ${P99_MS} ms, none of its requests failed, the API grew by at most ${GROWN_MB} MB.`,
);
victim.kill();
hanging.close();
await Promise.all([api, ...processes].map((running) => running.kill()));
await Promise.all([deps.close(), issuer.stop()]);
await stopSharedServers();
process.exitCode = missed === 0 ? 0 : 1;

async function buildReadKey(accountId: string): Promise<string> {
  const key = { id: createId('key'), accountId, memberId: null, monthlyCap: null };
  return deps.db.transaction((tx) => createKey(tx, { ...key, scopes: ['read'] }));
}

function times({ p99, worst }: Seen): string {
  return `${Math.round(p99)} ms, worst ${Math.round(worst)} ms`;
}
