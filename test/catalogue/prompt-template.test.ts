import { expect } from 'chai';
import fc from 'fast-check';
import {
  buildImagePrompt,
  shorten,
  buildVideoPrompt,
  removeTags,
  type PromptParts,
} from '../../domain/catalogue/prompt-template.js';

const NOTHING: PromptParts = {
  prompt: '',
  scene: null,
  character: null,
  product: null,
  hasCharacter: false,
  hasProduct: false,
  tags: [],
  edit: false,
  isFirstFrame: false,
};

describe("a picture's prompt", () => {
  it("consists of the caller's own words when there is nothing to add", () => {
    expect(buildImagePrompt({ ...NOTHING, prompt: 'a red fox' })).to.equal('a red fox');
  });

  it('asks for one person when a motion clip has neither a prompt nor reference pictures', () => {
    expect(buildImagePrompt({ ...NOTHING, isFirstFrame: true })).to.include(
      'One person, full body',
    );
    expect(buildImagePrompt({ ...NOTHING, hasCharacter: true })).not.to.include('One person');
  });

  it('keeps the identity and the product even before their analysis', () => {
    const text = buildImagePrompt({ ...NOTHING, hasCharacter: true, hasProduct: true });
    expect(text).to.include('identity of the person').and.include('product exactly');
  });

  it('asks to change only what is requested in an edit, and does not describe the scene', () => {
    const parts = { ...NOTHING, prompt: 'make it night', scene: 'a street', edit: true };
    expect(buildImagePrompt(parts)).to.include('Change only').and.not.include('a street');
  });

  it('names the references that the caller did not mention', () => {
    const text = buildImagePrompt({ ...NOTHING, prompt: 'with @bag', tags: ['@bag', '@hat'] });
    expect(text).to.include('Use the references @hat.');
  });
});

describe("a clip's prompt", () => {
  it('is never empty, and names the references that the model receives', () => {
    expect(
      buildVideoPrompt({ prompt: '', tags: [], hasProduct: false, speaks: false }),
    ).not.to.equal('');
    const text = buildVideoPrompt({
      prompt: 'a fox',
      tags: ['@hat'],
      hasProduct: true,
      speaks: true,
    });
    expect(text).to.include('a fox').and.include('@hat').and.include('product keeps');
    expect(text).to.include('speaks');
  });

  it('replaces tags with words when the model does not receive their pictures', () => {
    const tags = ['@red_bag', '@ref1'];
    expect(removeTags('@red_bag beside @ref1 and @other', tags)).to.equal(
      'red bag beside the subject and @other',
    );
  });
});

describe('shortening a long prompt', () => {
  it('leaves a prompt at the limit unchanged', () => {
    expect(shorten('abc', 3)).to.equal('abc');
  });

  it('cuts after a sentence in the last third, and otherwise after a word', () => {
    expect(shorten('One fox runs. Two hens fly away', 17)).to.equal('One fox runs.');
    expect(shorten('One. Two hens fly away over there', 20)).to.equal('One. Two hens fly');
  });

  it('cuts within a text that has no word boundary', () => {
    expect(shorten('x'.repeat(50), 20)).to.equal('x'.repeat(20));
    expect(shorten(`${' '.repeat(20)}x`, 20)).to.equal('');
  });

  it('cuts where a regular expression would cut, but without backtracking over long sequences of spaces', () => {
    const letters = fc.constantFrom('a', 'b', ' ', '\u3000', '\t', ',');
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 40 }), fc.nat(40), (text, max) => {
        const head = text.slice(0, max);
        const word = head.search(/\s+\S*$/);
        const cut = (word > 0 ? head.slice(0, word) : head).trimEnd();
        expect(shorten(text, max)).to.equal(text.length <= max ? text : cut);
      }),
    );
  });
});
