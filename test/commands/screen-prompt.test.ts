import { expect } from 'chai';
import fc from 'fast-check';
import { screenPrompt } from '../../domain/commands/screen-prompt.js';
import { Refusal } from '../../domain/contract/error.js';

describe('screenPrompt', () => {
  const blocks = (prompt: string | null, terms: string[] = []) => {
    try {
      screenPrompt(prompt, terms);
      return false;
    } catch (error) {
      expect(error).to.be.instanceOf(Refusal).and.include({ code: 'CONTENT_BLOCKED', status: 422 });
      return true;
    }
  };

  it('lets a request without a prompt pass', () => {
    expect(blocks(null, ['fox'])).to.equal(false);
  });

  it('blocks a term of the operator as a whole word only', () => {
    expect(blocks('a red fox in snow', ['fox'])).to.equal(true);
    expect(blocks('FOX!', ['fox'])).to.equal(true);
    expect(blocks('foxglove in a firefox window', ['fox'])).to.equal(false);
    expect(blocks('fox2', ['fox'])).to.equal(false);
  });

  it('reads a term as text, never as a pattern', () => {
    expect(blocks('anything', ['.*'])).to.equal(false);
    expect(blocks('a (b|c) d', ['(b|c)'])).to.equal(true);
    expect(blocks('b', ['(b|c)'])).to.equal(false);
  });

  it('never fails on a term of any characters, and finds it in a text that contains it', () => {
    const term = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => /[\p{L}\p{N}]/u.test(text));
    fc.assert(
      fc.property(term, (text) => {
        expect(blocks(`« ${text} »`, [text.trim()])).to.equal(true);
      }),
    );
  });

  for (const word of ['child', 'kids', 'toddlers', 'babies', 'teens', 'teenagers', 'schoolgirls']) {
    it(`blocks "${word}" together with nudity and neither alone`, () => {
      expect(blocks(`nude ${word} on a beach`)).to.equal(true);
      expect(blocks(`${word} on a beach`)).to.equal(false);
    });
  }

  it('blocks no ordinary prompt', () => {
    for (const prompt of [
      'a nude in oil, after Titian',
      'a baby fox',
      'Sussex at dawn',
      'minority',
    ]) {
      expect(blocks(prompt), prompt).to.equal(false);
    }
  });

  it('does not tell which word it was', () => {
    expect(() => screenPrompt('a secretword', ['secretword']))
      .to.throw(Refusal)
      .with.property('message')
      .that.does.not.include('secretword');
  });
});
