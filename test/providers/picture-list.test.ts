import { expect } from 'chai';
import {
  describeImages,
  rewriteTags,
  tagNames,
  type Notation,
} from '../../adapters/providers/picture-list.js';
import type { JobInputs, JobMedia } from '../../domain/ports/provider-job.js';

const file = (name: string): JobMedia => ({ bytes: Buffer.from(name), contentType: 'image/webp' });
const NONE: JobInputs = { scene: null, characters: [], products: [], references: [] };
const [scene, face, side, bottle, hat, dog] = [
  file('scene'),
  file('face'),
  file('side'),
  file('bottle'),
  file('hat'),
  file('dog'),
] as const;
const references = [
  { tag: '@hat', image: hat },
  { tag: '@Dog', image: dog },
];
const element: Notation = (index) => `@Element${index + 1}`;

describe('pictures in a prompt', () => {
  it("replace a tag with the vendor's name in any case, but not inside a longer word", () => {
    const names = tagNames(references, element);
    const cases = [
      ['@hat on @dog', '@Element1 on @Element2'],
      ['@HAT, @hat. (@dOg)', '@Element1, @Element1. (@Element2)'],
      ['@hats @hat_2 mail@hat.com @cat', '@hats @hat_2 mail@hat.com @cat'],
      ['no tags', 'no tags'],
    ] as const;
    for (const [prompt, expected] of cases) {
      expect(rewriteTags(prompt, names)).to.equal(expected);
    }
  });

  it('are not replaced again if the new name looks like a tag or a pattern', () => {
    const names = new Map([
      ['@a', '@b'],
      ['@b', "$& $1 $'"],
    ]);
    expect(rewriteTags('@a @b', names)).to.equal("@b $& $1 $'");
  });

  it('are ordered scene, face, product, references, and their tags are numbered in this order', () => {
    const { pictures, prompt } = describeImages({
      edit: false,
      fullPrompt: '@dog wears @hat',
      inputs: { scene, characters: [face, side], products: [bottle], references },
    });
    expect(pictures).to.deep.equal([scene, face, side, bottle, hat, dog]);
    expect(prompt).to.equal(
      'image 6 wears image 5\n\nImage 1 is the scene: keep its pose, framing, setting and light; ' +
        'image 2 and image 3 show one person, whose face to preserve; image 4 shows the product ' +
        'to reproduce faithfully; image 5 and image 6 are references.',
    );
  });

  it('name the scene of an edit as the picture to change', () => {
    const inputs = { ...NONE, scene };
    const { prompt } = describeImages({ edit: true, fullPrompt: 'at night', inputs });
    expect(prompt).to.equal('at night\n\nImage 1 is the picture to change.');
  });

  it("are numbered without gaps in the vendor's notation", () => {
    const inputs = { ...NONE, products: [bottle], references: references.slice(0, 1) };
    const { pictures, prompt } = describeImages(
      { edit: false, fullPrompt: 'a shelf with @hat', inputs },
      element,
    );
    expect(pictures).to.deep.equal([bottle, hat]);
    expect(prompt).to.equal(
      'a shelf with @Element2\n\n@Element1 shows the product to reproduce faithfully; ' +
        '@Element2 is a reference.',
    );
  });

  it('leave the prompt unchanged if the request has no pictures', () => {
    const { pictures, prompt } = describeImages({
      edit: false,
      fullPrompt: 'mail @me',
      inputs: NONE,
    });
    expect({ pictures, prompt }).to.deep.equal({ pictures: [], prompt: 'mail @me' });
  });
});
