import { brokenPostCases } from './broken-posts.js';
import { Cases } from './cases.js';
import { oauthCases } from './oauth.js';
import { postCases } from './posts.js';
import type { SocialSubject } from './subject.js';

/** Registers the tests that every adapter must pass against the fake of its platform. */
export function conformance(subject: SocialSubject): void {
  describe(`${subject.platform}: conformance`, () => {
    const cases = new Cases(subject);
    describe('the authorization', () => oauthCases(subject, cases));
    describe('the adapter', () => postCases(subject, cases));
    describe('the adapter with broken responses', () => brokenPostCases(subject, cases));
    after(() => console.log(`    ${subject.platform}: ${cases.ran} cases`));
  });
}
