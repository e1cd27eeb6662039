import { expect } from 'chai';
import type { PlatformFailureKind } from '../../../domain/catalogue/social-states.js';
import { FAULTS, type FaultName } from '@media-platform/stand-ins/social/faults.js';
import type { Cases } from './cases.js';
import { expectShown } from './posts.js';
import { Publication } from './publication.js';
import type { PostCase, SocialSubject } from './subject.js';
import type { World } from './world.js';

/** A call that fails: its route, and its number among the calls of one part of a publication. */
interface Call {
  readonly route: string;
  readonly after: number;
}

interface Parts {
  readonly draft: readonly Call[];
  readonly commit: readonly Call[];
  readonly reconcile: readonly Call[];
}

const BEFORE: readonly PlatformFailureKind[] = ['retry', 'new_draft', 'rate_limited'];
const isHarmless = (fault: FaultName) => fault === 'unknown_fields' || fault === 'unknown_states';

/** Part of a post in which a call fails, and the test of that part. */
const PARTS = [
  { part: 'draft', title: 'any draft call', run: breakDraft },
  { part: 'commit', title: 'any commit call', run: breakCommit },
  { part: 'reconcile', title: 'any call that reads the outcome', run: breakPoll },
] as const;

/**
 * Registers, for each form, tests with every fault in every call before, during and after the
 * commit.
 */
export function brokenPostCases(subject: SocialSubject, cases: Cases): void {
  for (const { part, title, run } of PARTS) {
    for (const fault of FAULTS) {
      const isSilent = fault.endsWith('silent');
      const breakAll = async (post: PostCase, count: () => void) => {
        const calls = (await partsOf(cases, post))[part];
        await cases.eachSideBySide(calls, isSilent, (call) =>
          cases.inWorld({ isSilent }, async (world) => {
            await run(new Publication(world, post, await world.connect()), call, fault);
            count();
          }),
        );
      };
      // A missing response takes until the timeout, so all forms run concurrently.
      if (isSilent) {
        cases.addMany(
          `never hides a post or its failure with ${fault} at ${title}: every form`,
          async (count) => {
            await Promise.all(subject.posts.map((post) => breakAll(post, count)));
          },
        );
        continue;
      }
      for (const post of subject.posts) {
        cases.addMany(
          `never hides a post or its failure with ${fault} at ${title}: ${post.name}`,
          (count) => breakAll(post, count),
        );
      }
    }
  }
}

/**
 * Breaks a draft. Before the commit, a fault must not publish anything, and the draft can continue.
 */
async function breakDraft(publication: Publication, call: Call, fault: FaultName): Promise<void> {
  const { world } = publication;
  world.faults.set({ ...call, fault });
  expect(await publication.prepare(), `${call.route} ${call.after}`).to.equal(null);
  world.faults.set();
  expect(publication.shown(), 'drafts are invisible').to.equal(0);
  for (const { kind } of publication.failures) expect(kind, call.route).to.be.oneOf(BEFORE);
  if (fault === 'unknown_fields') expect(publication.failures).to.have.length(0);
  await expectPublished(publication, call);
}

/** Breaks a commit. The adapter must report the true outcome, or find it later. */
async function breakCommit(publication: Publication, call: Call, fault: FaultName): Promise<void> {
  const { world, post } = publication;
  expect(await publication.prepare()).to.equal(null);
  world.faults.set({ ...call, fault });
  const step = await publication.commit();
  const label = `${call.route} ${call.after}`;
  if (call.route !== 'commit') {
    expect('state' in step, `${label} does not spoil a live post`).to.equal(true);
  } else if ('state' in step) {
    if (!isHarmless(fault)) expect(step.state.state, label).not.to.equal('not_published');
  } else {
    expect(isHarmless(fault), `${fault} is harmless`).to.equal(false);
    if (step.failure.kind !== 'unknown_outcome') expect(publication.shown(), label).to.equal(0);
  }
  const outcome = await publication.settle(step);
  if (outcome !== 'published') {
    // The outcome may stay unknown, but the adapter must not report a failure for a published post.
    if (outcome === 'unknown') expect(post.mayStayUnknown, label).to.be.a('string');
    else expect(publication.shown(), label).to.equal(0);
  } else expectShown(publication);
}

/**
 * Breaks one poll of a post, which must not report an outcome. The next poll must find the post.
 */
async function breakPoll(publication: Publication, call: Call, fault: FaultName): Promise<void> {
  const { world } = publication;
  const step = await loseAnswer(publication);
  world.faults.set({ ...call, fault });
  const outcome = await publication.settle(step);
  const label = `${call.route} ${call.after}`;
  if (outcome === 'unknown') expect(publication.post.mayStayUnknown, label).to.be.a('string');
  else expect(outcome, label).to.equal('published');
  expect(publication.shown(), label).to.equal(1);
  expect(publication.attempts, label).to.equal(1);
}

async function expectPublished(publication: Publication, { route, after }: Call): Promise<void> {
  expect(await publication.settle(await publication.commit()), `${route} ${after}`).to.equal(
    'published',
  );
  expectShown(publication);
}

/** Commits, and drops the response of the platform. */
async function loseAnswer(publication: Publication) {
  expect(await publication.prepare()).to.equal(null);
  publication.world.faults.set({ route: 'commit', fault: 'work_then_drop' });
  return publication.commit();
}

const parts = new Map<PostCase, Promise<Parts>>();

/** Lists the calls of each part of a post that has no faults. */
function partsOf(cases: Cases, post: PostCase): Promise<Parts> {
  const known = parts.get(post) ?? readParts(cases, post);
  parts.set(post, known);
  return known;
}

async function readParts(cases: Cases, post: PostCase): Promise<Parts> {
  const seen = (before: (publication: Publication) => Promise<() => Promise<unknown>>) =>
    cases.inWorld({}, async (world) => {
      const work = await before(new Publication(world, post, await world.connect()));
      const skip = world.journal.length;
      await work();
      return callsOf(world, skip);
    });
  return {
    draft: await seen(async (publication) => () => publication.prepare()),
    commit: await seen(async (publication) => {
      await publication.prepare();
      return () => publication.commit();
    }),
    reconcile: await seen(async (publication) => {
      const step = await loseAnswer(publication);
      return () => publication.settle(step);
    }),
  };
}

/** Lists each route's first call, and its last call if there are several. */
function callsOf({ journal }: World, skip: number): Call[] {
  const counts = new Map<string, number>();
  for (const { route } of journal.slice(skip)) counts.set(route, (counts.get(route) ?? 0) + 1);
  return [...counts].flatMap(([route, times]) =>
    times === 1
      ? [{ route, after: 0 }]
      : [
          { route, after: 0 },
          { route, after: times - 1 },
        ],
  );
}
