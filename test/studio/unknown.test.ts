import { expect } from 'chai';
import { createLocalProvider } from '../../adapters/providers/local/provider.js';
import { findUnknownSubject } from '../../packages/studio/picture/find-unknown-noun.js';
import { readBrief } from '../../packages/studio/picture/read-brief.js';
import { SUBJECT_OF } from '../../packages/studio/picture/words.js';
import type { JobInputs } from '../../domain/ports/provider-job.js';
import { jobOf, patches, tagged, unwatched } from './pictures.js';

const KNOWN = [
  'a red fox in snow',
  'The quick brown fox',
  'misty mountains at dawn',
  'serene, misty mountains',
  'night',
  'a portrait of a woman',
  'a woman holding an axolotl',
  'a cat statue',
  'a bicycle',
  'a blue bike in a park',
  'a bowl of noodles',
  'spaghetti',
  'something blue',
  'Make it night',
  '',
];

const UNKNOWN = [
  ['an axolotl', 'axolotl', true],
  ['a small red axolotl swimming in a lake', 'axolotl', false],
  ['4k, cinematic, axolotl, underwater', 'axolotl', false],
  ['a photo of an axolotl', 'axolotl', true],
  ['portrait of an axolotl', 'axolotl', true],
  ['a plate of sushi', 'sushi', true],
  ['vintage typewriter on a desk', 'typewriter', false],
  ['a dragon over a castle', 'dragon', false],
  ['a steampunk octopus', 'steampunk octopus', true],
  ['キツネ', 'キツネ', true],
  [`a ${'x'.repeat(60)}`, 'x'.repeat(40), true],
] as const;

describe('words that the renderer does not know', () => {
  for (const prompt of KNOWN) {
    it(`do not include any word of "${prompt}"`, () => {
      expect(findUnknownSubject(prompt, false)).to.equal(null);
    });
  }

  for (const [prompt, name, alone] of UNKNOWN) {
    it(`are "${name}" in "${prompt.slice(0, 40)}"`, () => {
      expect(findUnknownSubject(prompt, false)).to.deep.equal({ name, alone });
    });
  }

  it('never include a listed word, even in the plural', () => {
    for (const word of SUBJECT_OF.keys()) {
      expect(findUnknownSubject(`a ${word}`, false), word).to.equal(null);
      expect(findUnknownSubject(`${word}s`, false), word).to.equal(null);
    }
  });

  it('do not include common breeds of dogs, which are drawn as one dog', () => {
    for (const prompt of ['a golden retriever', 'two corgis on a beach', 'a husky puppy']) {
      expect(findUnknownSubject(prompt, false), prompt).to.equal(null);
      const names = readBrief(prompt, prompt).cast.map(({ name }) => name);
      expect(names, prompt).to.deep.equal(['dog']);
    }
  });

  it('are ignored if the request has input pictures and another word is known', () => {
    expect(findUnknownSubject('drinking matcha on a beach', true)).to.equal(null);
    expect(findUnknownSubject('drinking matcha', true)).to.deep.equal({
      name: 'drinking matcha',
      alone: true,
    });
  });

  describe('the note on unknown words', () => {
    const notes = async (prompt: string, inputs: Partial<JobInputs> = {}) => {
      const asset = await createLocalProvider().generate(jobOf(prompt, { inputs }), unwatched());
      return 'notes' in asset ? asset.notes : undefined;
    };

    it('names what was drawn instead, and the next step', async () => {
      expect(await notes('an axolotl')).to.deep.equal([
        'The built-in renderer does not know "axolotl" and drew a stand-in. It draws a short list of things only; configure a provider (docs/providers.md) for real pictures.',
      ]);
      const [line] = (await notes('an axolotl in a lake')) ?? [];
      expect(line).to.include('does not know "axolotl" and left it out');
    });

    it('is missing if all words are known or a tag refers to a picture', async () => {
      expect(await notes('a fox')).to.deep.equal([]);
      const references = tagged(await patches([200, 200], '#ff00ff'), '@axolotl');
      expect(await notes('@axolotl', { references })).to.deep.equal([]);
    });
  });
});
