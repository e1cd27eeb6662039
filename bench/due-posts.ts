import { performance } from 'node:perf_hooks';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { startApi } from '../test/support/platform.js';
import { closingOf } from '../test/support/recorder.js';
import { startWorkers } from '../test/support/workers.js';
import { makePost, PublishStage } from '../test/workflows/publish-rig.js';

// Measures 100 posts that are due in the same second: the delay until a worker claims each post, and until the post is
// published. One orchestrator and one media worker run. Each post goes to a different social account.
const POSTS = Number(process.env['POSTS'] ?? 100);
const AHEAD_MS = Number(process.env['AHEAD_MS'] ?? 30_000);

await startSharedServers();
const api = await startApi();
const stage = new PublishStage();
const workers = await startWorkers(api.deps, { platforms: stage.platforms, slots: 50 });
const dueAt = Date.now() + AHEAD_MS;
const begun = performance.now();
const posts = [];
for (let count = 0; count < POSTS; count += 1) {
  posts.push(await makePost(api.deps, { platforms: ['twitter'], from: dueAt, inMs: 0 }));
}
console.log(`${POSTS} posts scheduled in ${Math.round(performance.now() - begun)} ms`);
if (Date.now() > dueAt) throw new Error('scheduling took too long: raise AHEAD_MS');
await Promise.all(posts.map(({ id }) => closingOf(api.deps, id)));
const shown = stage.on('twitter').shown.map(({ at }) => at - dueAt);
print('published after the due time', shown);
if (new Set(stage.on('twitter').shown.map(({ postId }) => postId)).size !== POSTS) {
  throw new Error('a post is missing or duplicated');
}
await workers.stop();
await api.stop();
await stopSharedServers();

function print(what: string, values: readonly number[]): void {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  console.log(`${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, last ${at(1)} ms`);
}
