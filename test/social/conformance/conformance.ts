import { brokenPostCases } from './broken-posts.js';
import { Cases } from './cases.js';
import { oauthCases } from './oauth.js';
import { postCases } from './posts.js';
import type { SocialSubject } from './subject.js';

/** Registers the tests that every adapter must pass against the fake of its platform. */
export function conformance(subject: SocialSubject): void {
  describe(`${subject.platform}: conformance`, () => {
    const cases = new Cases(subject);
    describe('authorization', () => oauthCases(subject, cases));
    describe('posts', () => postCases(subject, cases));
    describe('broken responses', () => brokenPostCases(subject, cases));
    after(() => console.log(`    ${subject.platform}: ${cases.ran} cases`));
  });
}
