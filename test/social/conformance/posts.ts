import { expect } from 'chai';
import type { Cases } from './cases.js';
import { Publication, type Outcome } from './publication.js';
import type { PostCase, SocialSubject } from './subject.js';
import { startWorld } from './world.js';

/** What the platform shows is what was sent. */
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

/** Registers what is asked of every form while nothing breaks, and of limits and processes. */
export function postCases(subject: SocialSubject, cases: Cases): void {
  const [first] = subject.posts as [PostCase];

  for (const post of subject.posts) {
    cases.add(`${post.name}: is published once, with its address`, async (world) => {
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

    cases.addMany(`${post.name}: slow processing is waited for`, async (count) => {
      const world = await startWorld(subject, { processingMs: 95_000 });
      const publication = new Publication(world, post, await world.connect());
      expect(await publication.finish()).to.equal('published');
      expectShown(publication);
      await world.end();
      count();
    });

    cases.addMany(`${post.name}: a process that dies after any id goes on with it`, (count) =>
      dieAfterEveryId(subject, post, count),
    );

    cases.add(`${post.name}: a token that was revoked is unauthorized`, async (world) => {
      const grant = await world.connect();
      const early = new Publication(world, post, grant, '-early');
      const ready = new Publication(world, post, grant, '-ready');
      expect(await ready.prepare()).to.equal(null);
      world.fake.revokeAll(grant.username);
      expect((await early.prepare())?.kind).to.equal('unauthorized');
      const outcome = await ready.settle(await ready.commit());
      // Bytes that go to an address of the platform's own carry no token.
      if (outcome !== 'published') expect(ready.failures.at(-1)?.kind).to.equal('unauthorized');
      expect(ready.shown()).to.equal(outcome === 'published' ? 1 : 0);
    });
  }

  if (subject.full !== null) {
    cases.addMany('a full quota is told, before and at the commit', async (count) => {
      for (const isLate of [false, true]) {
        const world = await startWorld(subject, { dailyPosts: 1 });
        const grant = await world.connect();
        const one = new Publication(world, first, grant, '-one');
        const two = new Publication(world, first, grant, '-two');
        const isDrafted = isLate && (await two.prepare()) === null;
        const outcomes: Outcome[] = [await one.finish()];
        if (isDrafted) outcomes.push(await two.settle(await two.commit()));
        else expect((await two.draftAndCommit())?.kind).to.equal(subject.full);
        expect(world.fake.posts()).to.have.length(1);
        const [loser] = [...one.failures, ...two.failures];
        expect(loser?.kind).to.equal(subject.full);
        expect(loser?.until ?? Infinity).to.be.greaterThan(Date.now());
        await world.end();
        count();
      }
    });
  }
}

/** Ends the process after each storing of refs, and goes on with what was stored. */
async function dieAfterEveryId(
  subject: SocialSubject,
  post: PostCase,
  count: () => void,
): Promise<void> {
  const stop = new Error('the process dies');
  for (let at = 1; ; at += 1) {
    const world = await startWorld(subject);
    const publication = new Publication(world, post, await world.connect());
    let kept = 0;
    publication.afterKeep = () => {
      kept += 1;
      if (kept === at) throw stop;
    };
    const survive = <T>(work: Promise<T>): Promise<T | null> =>
      work.catch((error: unknown) => {
        if (error !== stop) throw error;
        return null;
      });
    await survive(publication.prepare());
    const made = createdBy(subject, world.journal);
    const outcome = (await survive(publication.finish())) ?? (await publication.recover());
    expect(outcome, `after ${at}`).to.equal('published');
    const died = kept >= at;
    expectShown(publication);
    if (died) count();
    const needed = await neededBy(subject, post);
    expect(createdBy(subject, world.journal), `made ${made} before`).to.equal(needed);
    await world.end();
    if (!died) return;
  }
}

const createdBy = (subject: SocialSubject, journal: readonly { route: string }[]): number =>
  journal.filter(({ route }) => subject.creates.includes(route)).length;

const needs = new Map<PostCase, number>();

/** How many calls make something when nothing breaks. */
async function neededBy(subject: SocialSubject, post: PostCase): Promise<number> {
  const known = needs.get(post);
  if (known !== undefined) return known;
  const world = await startWorld(subject);
  await new Publication(world, post, await world.connect()).finish();
  needs.set(post, createdBy(subject, world.journal));
  await world.end();
  return createdBy(subject, world.journal);
}
