import type { Platform } from '../../domain/catalogue/social-platforms.js';
import type { TestApi } from '../support/platform.js';
import { cancelInTemporal, closingOf, eventsOf, typesOf } from '../support/recorder.js';
import { until } from '../support/until.js';
import { startWorkers } from '../support/workers.js';
import { lostAnswer, lostRequest, refused, outcomeUnknown } from '../workflows/publish-platform.js';
import { makePost, proposeMove, PublishStage, type MadePost, type PostOptions } from '../workflows/publish-rig.js';
import type { Recorder, Recorders } from './shapes.js';

// The recorded runs of publishPost.

interface Course extends PostOptions {
  /** Behaviour of the platforms. */
  readonly script?: (stage: PublishStage) => void;
  /** Called once the timer of the run has started. */
  readonly meanwhile?: (api: TestApi, post: MadePost) => Promise<unknown>;
}

const HOUR_MS = 3_600_000;
const all: readonly Platform[] = ['instagram', 'tiktok', 'youtube', 'threads', 'twitter'];

/** Records a post from its start until it has ended. */
const posted =
  ({ script, meanwhile, ...options }: Course): Recorder =>
  async (api) => {
    const stage = new PublishStage();
    script?.(stage);
    const workers = await startWorkers(api.deps, { platforms: stage.platforms });
    const post = await makePost(api.deps, options);
    if (meanwhile) {
      await until('the timer of the run has started', async () =>
        typesOf(await eventsOf(api.deps.temporal.client, post.id)).includes('TIMER_STARTED'),
      );
      await meanwhile(api, post);
    }
    await closingOf(api.deps, post.id);
    await workers.stop();
    return post;
  };

const claimOf = ({ accountId }: MadePost) => ({ accountId, key: 'recorded', fingerprint: 'none' });

function update(api: TestApi, post: MadePost, name: string, more: object = {}): Promise<unknown> {
  const run = api.deps.temporal.client.workflow.getHandle(post.id);
  return run.executeUpdate(name, { args: [{ claim: claimOf(post), ...more }] });
}

/** Fails as if the platform had deleted the draft. */
const spoilt = () => Promise.reject(refused('new_draft', 'PLATFORM_UNAVAILABLE'));

/** A separate run that waits for late results. */
const followed: Recorder = async (api) => {
  const found = new PublishStage();
  const workers = await startWorkers(api.deps, { platforms: found.platforms });
  const tiktok = found.on('tiktok');
  tiktok.commits.push(async (_job, real) => ({ ...(await real()), url: null }) as never);
  const post = await makePost(api.deps, { platforms: ['tiktok'] });
  await closingOf(api.deps, post.id);
  const id = `${post.id}-tiktok`;
  await closingOf(api.deps, id);
  await workers.stop();
  return { id };
};

export const POST_RECORDERS: Recorders = {
  'post-published': posted({}),
  'post-five-platforms': posted({ platforms: all }),
  'post-partial': posted({
    platforms: ['tiktok', 'twitter'],
    script: (stage) => {
      stage.on('tiktok').drafts.push(spoilt);
      stage.on('tiktok').commits.push(() => Promise.reject(refused('permanent', 'MEDIA_REFUSED')));
      stage.on('twitter').drafts.push(async () => ({ state: 'waiting', waitMs: 500 }));
    },
  }),
  'post-failed': posted({
    script: (stage) =>
      stage.on('instagram').drafts.push(() => Promise.reject(refused('quota', 'QUOTA_REACHED'))),
  }),
  'post-scheduled': posted({ inMs: 3_000, meanwhile: async () => undefined }),
  'post-cancelled': posted({
    inMs: HOUR_MS,
    meanwhile: (api, post) => update(api, post, 'cancel'),
  }),
  'post-moved': posted({
    inMs: HOUR_MS,
    async meanwhile(api, post) {
      const dueAt = Date.now() + 1_000;
      await proposeMove(api.deps, post, claimOf(post).key, dueAt);
      await update(api, post, 'move', { dueAt, version: 2 });
    },
  }),
  'post-operator-cancelled': posted({
    inMs: HOUR_MS,
    meanwhile: (api, post) => cancelInTemporal(api, post),
  }),
  'post-unknown-then-published': posted({
    script: (stage) => {
      stage.on('instagram').commits.push(lostAnswer);
      stage.on('instagram').polls.push(() => Promise.reject(outcomeUnknown()));
    },
  }),
  'post-unknown': posted({
    script: (stage) => {
      stage.on('instagram').commits.push(lostAnswer);
      const gone = () => Promise.reject(refused('misconfigured', 'MISCONFIGURED'));
      stage.on('instagram').polls.push(gone);
    },
  }),
  'post-needs-login': posted({
    script: (stage) => {
      const no = () => Promise.reject(refused('unauthorized', 'ACCOUNT_NEEDS_LOGIN'));
      stage.on('instagram').drafts.push(no, no);
    },
  }),
  'post-published-again': posted({
    script: (stage) => stage.on('instagram').commits.push(lostRequest),
  }),
  'post-drafted-after-look': posted({
    platforms: ['threads'],
    script: (stage) => {
      stage.on('threads').commits.push(lostRequest);
      stage.on('threads').polls.push(async () => ({ state: 'not_published', draftAgain: true }));
    },
  }),
  'post-drafted-after-refusal': posted({
    platforms: ['tiktok'],
    script: (stage) => stage.on('tiktok').commits.push(spoilt),
  }),
  'post-followed': followed,
};
