import { expect } from 'chai';
import type { Cases } from './cases.js';
import { Publication } from './publication.js';
import type { PostCase, SocialSubject } from './subject.js';
import type { World } from './world.js';

/** Expects that the platform shows the post as it was sent. */
export function expectShown({ world, post, text, grant, states }: Publication): void {
  const [shown] = world.fake.posts();
  if (!shown) return expect.fail('nothing is shown');
  expect(shown.username).to.equal(grant.username);
  expect(shown.text).to.equal(post.isMute ? '' : text);
  expect(shown.media).to.have.length(post.pictures || 1);
  const state = states.at(-1);
  if (state?.state === 'published' && state.url !== null) expect(state.url).to.equal(shown.url);
  post.check?.(shown);
}

/** Registers tests of every form without faults, of limits, and of crashes. */
export function postCases(subject: SocialSubject, cases: Cases): void {
  const [first] = subject.posts as [PostCase];

  for (const post of subject.posts) {
    cases.add(`publishes ${post.name} once, with its URL`, async (world) => {
      const publication = new Publication(world, post, await world.connect());
      expect(await publication.finish()).to.equal('published');
      expectShown(publication);
      expect(publication.attempts).to.equal(1);
      const state = publication.states.at(-1);
      expect(state?.state === 'published' && state.remotePostId).to.be.a('string');
      expect(state?.state === 'published' && state.url).to.match(/^https:\/\//);
      const read = await publication.reconcile();
      expect('state' in read && read.state.state, 'read again').to.equal('published');
    });

    cases.addMany(
      `continues ${post.name} in a new process if the first process died after storing any id`,
      (count) => dieAfterEveryId(subject, cases, post, count),
    );

    cases.add(`reports a revoked token as unauthorized for ${post.name}`, async (world) => {
      const grant = await world.connect();
      const early = new Publication(world, post, grant, '-early');
      const ready = new Publication(world, post, grant, '-ready');
      expect(await ready.prepare()).to.equal(null);
      world.fake.revokeAll(grant.username);
      expect((await early.prepare())?.kind).to.equal('unauthorized');
      const outcome = await ready.settle(await ready.commit());
      // Requests that send bytes to an upload URL of the platform carry no token.
      if (outcome !== 'published') expect(ready.failures.at(-1)?.kind).to.equal('unauthorized');
      expect(ready.shown()).to.equal(outcome === 'published' ? 1 : 0);
    });
  }

  cases.addMany('waits for slow processing', async (count) => {
    let waits = 0;
    for (const post of subject.posts) {
      await cases.inWorld({ processingMs: 95_000 }, async (world) => {
        const publication = new Publication(world, post, await world.connect());
        expect(await publication.finish(), post.name).to.equal('published');
        expectShown(publication);
        waits += publication.waits;
      });
      count();
    }
    if (subject.showsUnprocessed) expect(waits, 'waits').to.equal(0);
    else expect(waits, 'waits').to.be.greaterThan(1);
  });

  if (subject.full !== null) {
    cases.addMany('reports a full quota, before and at the commit', async (count) => {
      for (const isLate of [false, true]) {
        await cases.inWorld({ dailyPosts: 1 }, (world) => fillQuota(subject, world, first, isLate));
        count();
      }
    });
  }
}

/**
 * Sends two posts with quota for only one. The second is drafted before or after the first is
 * published.
 */
async function fillQuota(
  { full }: SocialSubject,
  world: World,
  post: PostCase,
  isLate: boolean,
): Promise<void> {
  const grant = await world.connect();
  const one = new Publication(world, post, grant, '-one');
  const two = new Publication(world, post, grant, '-two');
  const early = isLate ? await two.prepare() : null;
  await one.finish();
  if (early === null) await two.draftAndCommit();
  expect(world.fake.posts()).to.have.length(1);
  const [failure] = [...one.failures, ...two.failures];
  expect(failure?.kind).to.equal(full);
  expect(failure?.until ?? Infinity).to.be.greaterThan(Date.now());
}

/** Stops the process each time after it has stored refs, and continues with the stored refs. */
async function dieAfterEveryId(
  subject: SocialSubject,
  cases: Cases,
  post: PostCase,
  count: () => void,
): Promise<void> {
  const needed = await cases.inWorld({}, async (world) => {
    await new Publication(world, post, await world.connect()).finish();
    return createdBy(subject, world.journal);
  });
  for (let at = 1, died = true; died; at += 1) {
    died = await cases.inWorld({}, async (world) => {
      const publication = new Publication(world, post, await world.connect());
      const isDead = await dieOnce(publication, at);
      expectShown(publication);
      const made = createdBy(subject, world.journal);
      expect(made, `things made when it died after ${at}`).to.equal(needed);
      return isDead;
    });
    if (died) count();
  }
}

/**
 * Stops the process after it has stored refs for the nth time.
 * @returns whether it stored them that often
 */
async function dieOnce(publication: Publication, at: number): Promise<boolean> {
  const stop = new Error('the process dies');
  const unlessDead = (error: unknown) => {
    if (error !== stop) throw error;
    return 'dead' as const;
  };
  let kept = 0;
  publication.afterKeep = () => {
    kept += 1;
    if (kept === at) throw stop;
  };
  const isEarly = (await publication.prepare().catch(unlessDead)) === 'dead';
  if (isEarly) {
    expect(await publication.finish(), `died after ${at}`).to.equal('published');
    return true;
  }
  const step = await publication.commit().catch(unlessDead);
  // If the commit was armed, the outcome is first searched for on the platform.
  const outcome = step === 'dead' ? publication.resume() : publication.settle(step);
  expect(await outcome, `died after ${at}`).to.equal('published');
  return kept >= at;
}

const createdBy = (subject: SocialSubject, journal: readonly { route: string }[]): number =>
  journal.filter(({ route }) => subject.creates.includes(route)).length;
