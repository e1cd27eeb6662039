import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LEAD_MS_MIN } from '../domain/catalogue/social-platforms.js';
import { runCommand } from '../test/cli/run-command.js';
import { PostingPlatform } from '../test/faults/posting.js';
import { Receiver } from '../test/support/receiver.js';
import { isTrue, readEvents, readPost, readRows } from './restore/audit.js';
import { Load } from './restore/load.js';
import { PointInTime } from './restore/point-in-time.js';
import { settleAll } from './restore/settle.js';

/**
 * Rehearses a restore: PostgreSQL returns to an earlier state, but Temporal, the object store and the platforms keep
 * everything since then. A load of generations, posts and webhooks runs meanwhile. `npm run bench:restore -- --age
 * 300`: seconds that the database loses; `--before` and `--after`: seconds of load around the restore. If the age is
 * four minutes or more, the rehearsal also schedules two posts: one post due after the restore, and one post cancelled
 * in the lost time. With a smaller age this is not possible, because the API does not schedule posts so soon. Exits
 * with code 1 if a promise is broken.
 */
const { values } = parseArgs({
  options: {
    age: { type: 'string', default: '300' },
    before: { type: 'string', default: '40' },
    after: { type: 'string', default: '15' },
  },
});
const ageMs = Number(values.age) * 1_000;
const beforeMs = Number(values.before) * 1_000;
const afterMs = Number(values.after) * 1_000;
/** Scheduled posts are due this many milliseconds after the restore. */
const LATER_MS = 75_000;
const hasScheduled = ageMs + LATER_MS > LEAD_MS_MIN;
const SETTLE_MS = 240_000;
/** Number of additional posts to each platform that are in flight at the time of the restore. */
const BURST = 2;
const began = performance.now();

const print = (line: string) =>
  console.log(`${String(Math.round((performance.now() - began) / 1_000)).padStart(4)} s  ${line}`);

async function startWorkers(at: PostingPlatform): Promise<void> {
  await Promise.all((['orchestrator', 'media', 'outbound'] as const).map((one) => at.worker(one)));
}

/** Starts a platform with WAL archiving, and one webhook endpoint that receives all events. */
async function prepare() {
  const receiver = await Receiver.start();
  const at = await PostingPlatform.start({
    WEBHOOK_ALLOW: receiver.origin,
    LOG_LEVEL: 'error',
    RECONCILE_AFTER_SECONDS: '60',
  });
  const recovery = await PointInTime.start(at.servers.postgres, at.env['DATABASE_URL'] ?? '');
  await startWorkers(at);
  const body = { url: receiver.at('/hook') };
  const hook = await at.customer.client.call('POST', '/v1/webhooks', { body });
  if (hook.status !== 201) throw new Error(hook.text);
  return { receiver, at, recovery };
}

const { receiver, at, recovery } = await prepare();
const load = new Load(at);
await sleep(beforeMs / 2);
await recovery.takeBackup();
print('backup taken');
await sleep(beforeMs / 2);
const inMs = ageMs + LATER_MS;
const dueAt = Date.now() + (hasScheduled ? inMs : 0);
const picture = { platform: 'threads', media: 'picture', inMs } as const;
const kept = hasScheduled ? await load.add(picture) : null;
const dropped = hasScheduled ? await load.add(picture) : null;
await load.burst(BURST);
const moment = await recovery.now();
print(`the database will go back to ${moment}`);
const lostFrom = performance.now();
if (dropped) {
  const path = `/v1/social/posts/${dropped.id}/cancel`;
  const cancelled = await at.customer.client.call('POST', path);
  if (cancelled.status !== 200) throw new Error(cancelled.text);
}
await recovery.archiveAll();
await sleep(Math.max(0, ageMs - (performance.now() - lostFrom)));

await at.killAll();
const lostSeconds = Math.round((performance.now() - lostFrom) / 1_000);
await recovery.restore(moment);
await load.end();
print(`restored, ${lostSeconds} s lost`);
await at.startApi();
await startWorkers(at);
const later = new Load(at);
await sleep(afterMs);
await later.end();
const { rounds, left } = await settleAll(at, Math.max(0, dueAt - Date.now()) + SETTLE_MS);
print(`${rounds} rounds of the reconciler`);

const posts = [...load.posts, ...later.posts];
const facts = await Promise.all(
  posts.map(async (post) => ({ post, ...(await readPost(at, post)) })),
);
const count = (test: (fact: (typeof facts)[number]) => boolean) => facts.filter(test).length;
const wrong = facts.filter((fact) => !isTrue(fact));
const rows = await readRows(at.deps.db);
const events = await readEvents(at.deps.db, receiver);
const doctor = await runCommand('cli/admin/main.ts', ['doctor', '--json'], at.env);
const scheduled = {
  kept: kept && (await readPost(at, kept)),
  cancelled: dropped && (await readPost(at, dropped)),
};

console.table({
  'seconds lost': lostSeconds,
  posts: facts.length,
  published: count(({ recorded }) => recorded === 'published'),
  'recorded as unknown': count(({ recorded }) => recorded === 'unknown'),
  'unknown though shown': count(({ recorded, shown }) => recorded === 'unknown' && shown === 1),
  'recorded as failed': count(({ recorded }) => recorded === 'failed'),
  'forgotten by the database': count(({ recorded }) => recorded === 'forgotten'),
  'double posts': facts.reduce((sum, { shown }) => sum + Math.max(0, shown - 1), 0),
  'recorded wrongly': wrong.length,
  'requests that failed': load.failed + later.failed,
  generations: load.generations.length + later.generations.length,
  ...rows,
  ...Object.fromEntries(Object.entries(events).map(([name, n]) => [`events: ${name}`, n])),
});
console.log('scheduled for after the restore:', JSON.stringify(scheduled));
for (const fact of wrong)
  console.log(JSON.stringify({ ...fact, post: fact.post.id, platform: fact.post.platform }));
console.log('left open:', JSON.stringify(left));
console.log(`doctor: exit code ${doctor.code} ${doctor.code === 0 ? '' : doctor.stdout}`);
print('end');
await at.stop();
await receiver.stop();

const isSound =
  wrong.length === 0 &&
  Object.values(rows).every((n) => n === 0) &&
  events.lost === 0 &&
  Object.keys(left).length === 0 &&
  doctor.code === 0 &&
  (scheduled.kept?.recorded ?? 'published') === 'published' &&
  (scheduled.cancelled?.shown ?? 0) === 0;
process.exit(isSound ? 0 : 1);
