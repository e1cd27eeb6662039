import { expect } from 'chai';
import { apiSuite, type Customer } from './suite.js';

describe('moderation of prompts', () => {
  const suite = apiSuite({
    env: { MODERATION_BLOCKED_TERMS: 'forbidden fruit, C++ , Ärger, ＡＣＭＥ' },
  });
  let customer: Customer;
  before(async () => {
    customer = await suite.customer({ credits: 1_000, raised: { concurrent_jobs: 100 } });
  });

  const blocked: [string, string][] = [
    ['a term of the operator', 'a bowl of forbidden fruit'],
    ['upper case', 'FORBIDDEN FRUIT'],
    ['mixed case beyond ASCII', 'viel äRGER im Büro'],
    ['a combining accent instead of a composed letter', 'viel A\u0308rger'],
    ['full-width letters', 'ｆｏｒｂｉｄｄｅｎ　ｆｒｕｉｔ'],
    ['a term that the operator wrote in full-width letters', 'the acme logo'],
    ['several spaces and a line break between the words', 'forbidden \n\t fruit'],
    ['invisible characters inside a word', 'for\u200bbid\u00adden fruit'],
    ['punctuation around the term', '"(forbidden fruit)!"'],
    ['a term of special characters', 'learn C++ now'],
    ['a combination of words', 'a naked child'],
    ['a combination in the other order and case', 'EROTIC picture of a Teenager'],
    ['a combination in full-width letters', 'ｎｕｄｅ ｋｉｄｓ'],
  ];
  for (const [what, prompt] of blocked) {
    it(`blocks ${what}, and stores and charges nothing`, async () => {
      const answer = await suite.leavesNothing(customer.accountId, () =>
        customer.client.refused('POST', '/v1/images', { body: { prompt } }),
      );
      expect(answer.status, answer.text).to.equal(422);
      expect(answer.body.error.code).to.equal('CONTENT_BLOCKED');
      expect(answer.text, 'does not contain the blocked word').not.to.match(
        /forbidden|child|acme/i,
      );
    });
  }

  const allowed: [string, string][] = [
    ['a longer word that contains a term', 'forbidden fruitcake'],
    ['the words of a term in different places', 'fruit that is not forbidden'],
    ['one half of a combination', 'a happy child with a kite'],
    ['other languages and emoji', '雪の中の赤い狐 🦊 في الثلج'],
  ];
  for (const [what, prompt] of allowed) {
    it(`lets ${what} pass unchanged`, async () => {
      const answer = await customer.client.image({ prompt });
      expect(answer.status, answer.text).to.equal(202);
      expect(answer.body.request.prompt).to.equal(prompt);
    });
  }

  it('comes before payment: a blocked prompt returns 422 even without credits', async () => {
    const poor = await suite.customer({ credits: 0 });
    const answer = await poor.client.image({ prompt: 'forbidden fruit' });
    expect(answer.status).to.equal(422);
  });

  it('leaves the Idempotency-Key unused, so that the client can retry with another prompt', async () => {
    const idem = 'screened-once';
    await customer.client.image({ prompt: 'forbidden fruit' }, { idem });
    expect((await customer.client.image({ prompt: 'an apple' }, { idem })).status).to.equal(202);
  });
});
