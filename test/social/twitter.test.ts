import { expect } from 'chai';
import { createTwitter } from '../../adapters/social/twitter/platform.js';
import { createTwitterFake } from '@media-platform/stand-ins/social/twitter/fake.js';
import { conformance } from './conformance/conformance.js';
import { Publication } from './conformance/publication.js';
import type { PostCase, SocialSubject } from './conformance/subject.js';
import { startWorld } from './conformance/world.js';

const ABSENT = 'that a post is not on the timeline proves nothing';

const subject: SocialSubject = {
  platform: 'twitter',
  create: createTwitter,
  createFake: createTwitterFake,
  oauth: { codeMs: 30_000, rotates: true, prolongs: null },
  posts: [
    {
      name: 'pictures',
      form: 'feed',
      pictures: 4,
      mayStayUnknown: ABSENT,
      check: ({ labels }) => expect(labels).to.deep.equal(['made with AI']),
    },
    { name: 'video', form: 'video', pictures: 0, mayStayUnknown: ABSENT },
  ],
  creates: ['initialize'],
  full: 'rate_limited',
};

conformance(subject);

/** Responses of X to the publishing call, from its documentation or our notes. */
const REFUSALS: readonly (readonly [string, number, object, string, string])[] = [
  ['an exhausted budget', 402, { title: 'CreditsDepleted' }, 'misconfigured', 'MISCONFIGURED'],
  [
    'a reached cap',
    429,
    { title: 'UsageCapExceeded', type: 'https://api.x.com/2/problems/usage-capped' },
    'misconfigured',
    'MISCONFIGURED',
  ],
  [
    'a refused text',
    403,
    { detail: 'Your Tweet text is too long.' },
    'permanent',
    'CAPTION_REFUSED',
  ],
  ['a suspension', 403, { title: 'User suspended' }, 'permanent', 'PLATFORM_REFUSED'],
  ['a duplicate text', 403, { detail: 'duplicate content' }, 'permanent', 'DUPLICATE_TEXT'],
  ['expired media', 400, { detail: 'media IDs are invalid' }, 'new_draft', 'PLATFORM_UNAVAILABLE'],
  ['a gateway error', 403, {}, 'unknown_outcome', 'OUTCOME_UNKNOWN'],
];

describe('X: post refusals', () => {
  for (const [what, status, body, kind, code] of REFUSALS) {
    it(`for ${what} are classified as ${kind}`, async () => {
      const fake = createTwitterFake({ now: Date.now });
      const routes = fake.routes.map((route) =>
        route.name === 'commit' ? { ...route, answer: async () => ({ status, body }) } : route,
      ) as typeof fake.routes;
      const world = await startWorld({ ...subject, createFake: () => ({ ...fake, routes }) });
      try {
        const publication = new Publication(
          world,
          subject.posts[0] as PostCase,
          await world.connect(),
        );
        const failure = await publication.draftAndCommit();
        expect([failure?.kind, failure?.code]).to.deep.equal([kind, code]);
      } finally {
        await world.end();
      }
    });
  }
});
