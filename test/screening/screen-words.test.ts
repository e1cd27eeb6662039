import { expect } from 'chai';
import fc from 'fast-check';
import { createWordRules } from '../../adapters/moderation/moderators.js';
import type { Moderation } from '../../domain/ports/moderation.js';
import { ProviderFailure } from '../../domain/ports/provider.js';
import { checkWordsAllowed } from '../../domain/screening/screen-words.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { createLog } from '../../runtime/log.js';

const log = createLog('test', 'silent');

describe('checkWordsAllowed', () => {
  const blocks = async (prompt: string | null, terms: string[] = []) => {
    try {
      const words = prompt === null ? [] : [prompt];
      await checkWordsAllowed({ moderation: createWordRules(terms), log }, words);
      return false;
    } catch (error) {
      expect(error).to.be.instanceOf(Refusal).and.include({ code: 'CONTENT_BLOCKED', status: 422 });
      return true;
    }
  };

  it('accepts a request without a prompt', async () => {
    expect(await blocks(null, ['fox'])).to.equal(false);
  });

  it("blocks an operator's term only as a whole word", async () => {
    expect(await blocks('a red fox in snow', ['fox'])).to.equal(true);
    expect(await blocks('FOX!', ['fox'])).to.equal(true);
    expect(await blocks('foxglove in a firefox window', ['fox'])).to.equal(false);
    expect(await blocks('fox2', ['fox'])).to.equal(false);
  });

  it('treats a term as text, never as a pattern', async () => {
    expect(await blocks('anything', ['.*'])).to.equal(false);
    expect(await blocks('a (b|c) d', ['(b|c)'])).to.equal(true);
    expect(await blocks('b', ['(b|c)'])).to.equal(false);
  });

  it('finds a term with any characters', async () => {
    const term = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => /[\p{L}\p{N}]/u.test(text));
    await fc.assert(
      fc.asyncProperty(term, async (text) => {
        expect(await blocks(`« ${text} »`, [text.trim()])).to.equal(true);
      }),
    );
  });

  for (const word of ['child', 'kids', 'toddlers', 'babies', 'teens', 'teenagers', 'schoolgirls']) {
    it(`blocks "${word}" together with nudity, but not alone`, async () => {
      expect(await blocks(`nude ${word} on a beach`)).to.equal(true);
      expect(await blocks(`${word} on a beach`)).to.equal(false);
    });
  }

  it('checks the words of several fields together, because the prompt contains all of them', async () => {
    const screen = (words: string[]) =>
      checkWordsAllowed({ moderation: createWordRules([]), log }, words).then(
        () => 'passes',
        () => 'refused',
      );
    expect(await screen(['a naked person', '@child'])).to.equal('refused');
    expect(await screen(['a person', '@child'])).to.equal('passes');
    expect(await screen(['a naked person', '@ref1'])).to.equal('passes');
  });

  it('does not block ordinary prompts', async () => {
    for (const prompt of [
      'a nude in oil, after Titian',
      'a baby fox',
      'Sussex at dawn',
      'minority',
    ]) {
      expect(await blocks(prompt), prompt).to.equal(false);
    }
  });

  it('does not reveal the blocked word', async () => {
    const moderation = createWordRules(['secretword']);
    const refusal: unknown = await checkWordsAllowed({ moderation, log }, ['a secretword']).catch(
      (error: unknown) => error,
    );
    expect(refusal).to.be.instanceOf(Refusal);
    expect((refusal as Refusal).message).not.to.include('secretword');
  });
});

describe('checkWordsAllowed without a moderation verdict', () => {
  const moderator = (text: Moderation['text']): Moderation => ({
    name: 'broken',
    text,
  });
  const refusalOf = (moderation: Moderation): Promise<unknown> =>
    checkWordsAllowed({ moderation, log }, ['a red fox']).then(
      () => null,
      (error: unknown) => error,
    );

  it('refuses with 503 and Retry-After', async () => {
    for (const kind of ['unavailable', 'rate_limited', 'rejected', 'timeout'] as const) {
      const refusal = await refusalOf(
        moderator(() => Promise.reject(new ProviderFailure(kind, 'internal words', 500))),
      );
      expect(refusal, kind).to.include({ code: 'UNAVAILABLE', status: 503 });
      expect((refusal as Refusal).headers).to.deep.equal({ 'Retry-After': '5' });
      expect((refusal as Refusal).message).not.to.include('internal words');
    }
  });

  it('waits at most three seconds', async () => {
    const began = performance.now();
    const refusal = await refusalOf(
      moderator(
        (_, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          }),
      ),
    );
    expect(refusal).to.include({ code: 'UNAVAILABLE' });
    expect(performance.now() - began).to.be.within(2_900, 20_000);
  });

  it('rethrows our own errors unchanged', async () => {
    const refusal = await refusalOf(moderator(() => Promise.reject(new TypeError('a bug'))));
    expect(refusal).to.be.instanceOf(TypeError);
  });
});
