import { expect } from 'chai';
import {
  CUSTOMISABLE_BASES,
  CUSTOMISATION,
  describePreset,
  findPreset,
  READY_PORTRAITS,
} from '../../domain/catalogue/presets.js';

const ALL = [...READY_PORTRAITS, ...CUSTOMISABLE_BASES];
const count = <T>(items: readonly T[], matches: (item: T) => boolean) =>
  items.filter(matches).length;

describe('preset characters', () => {
  it('are found by a unique id of one word', () => {
    const ids = ALL.map(({ base_id }) => base_id);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const preset of ALL) {
      expect(preset.base_id).to.match(preset.customizable ? /^base_[a-z]+$/ : /^ready_[a-z]+$/);
      expect(findPreset(preset.base_id)).to.equal(preset);
    }
    for (const unknown of ['', 'ready_', 'Ready_ava', 'ready_ava ', '__proto__', 'constructor'])
      expect(findPreset(unknown), unknown).to.equal(null);
  });

  it('have exactly the specified fields', () => {
    const shared = ['base_id', 'name', 'gender', 'description', 'customizable'];
    for (const ready of READY_PORTRAITS) expect(ready).to.have.all.keys(...shared, 'collection');
    for (const base of CUSTOMISABLE_BASES) expect(base).to.have.all.keys(...shared, 'defaults');
    for (const { gender } of ALL) expect(gender).to.be.oneOf(['male', 'female']);
    expect(READY_PORTRAITS.every(({ customizable }) => !customizable)).to.equal(true);
    expect(CUSTOMISABLE_BASES.every(({ customizable }) => customizable)).to.equal(true);
  });

  it('include twelve or more portraits and four or more bases, half of which are women', () => {
    expect(READY_PORTRAITS).to.have.length.at.least(12);
    expect(CUSTOMISABLE_BASES).to.have.length.at.least(4);
    for (const list of [READY_PORTRAITS, CUSTOMISABLE_BASES])
      expect(count<{ gender: string }>(list, ({ gender }) => gender === 'female')).to.equal(
        list.length / 2,
      );
    const collections = new Set(READY_PORTRAITS.map(({ collection }) => collection));
    expect([...collections]).to.have.members(['studio', 'street', 'office', 'outdoor']);
    for (const name of collections)
      expect(count(READY_PORTRAITS, ({ collection }) => collection === name)).to.be.at.least(3);
  });

  it('offer the specified options, including a default', () => {
    expect(CUSTOMISATION).to.deep.equal({
      skin_tone: ['light', 'medium'],
      hair_color: ['black', 'brown', 'blonde'],
      eye_color: ['brown', 'green', 'blue'],
      body_type: ['slim', 'average', 'athletic'],
      age_range: ['young', 'middle', 'mature'],
    });
    for (const { defaults } of CUSTOMISABLE_BASES) {
      expect(defaults).to.have.all.keys(Object.keys(CUSTOMISATION));
      for (const [option, values] of Object.entries(CUSTOMISATION))
        expect(defaults[option as keyof typeof defaults], option).to.be.oneOf([...values]);
    }
  });

  it('have a description of two or three sentences, which suffices to draw the person again', () => {
    for (const { description, base_id } of ALL) {
      expect(description.match(/[.](\s|$)/g), base_id).to.have.length.within(2, 3);
      expect(description, base_id)
        .to.match(/hair|head|curls/)
        .and.match(/wears|dressed/);
      expect(description.length, base_id).to.be.within(120, 400);
    }
  });

  it('include every choice in the description of a customized base, but not in the description of a portrait', () => {
    const [ready] = READY_PORTRAITS;
    const [base] = CUSTOMISABLE_BASES;
    const choice = {
      skin_tone: 'medium',
      hair_color: 'blonde',
      eye_color: 'blue',
      body_type: 'athletic',
      age_range: 'mature',
    } as const;
    if (!ready || !base) throw new Error('the catalogue is empty');
    expect(describePreset(ready, choice)).to.equal(ready.description);
    expect(describePreset(base, choice)).to.equal(
      `${base.description} The person has medium skin, blonde hair, blue eyes and an athletic build, and is in the sixties, with lines in the face and grey strands in the hair.`,
    );
    expect(describePreset(base, null)).to.equal(describePreset(base, base.defaults));
    // The description must not contain a feature that can be customized, because the two could contradict each other.
    for (const { description } of CUSTOMISABLE_BASES)
      expect(description).not.to.match(/\b(black|brown|blond\w*|eyes|slim|athletic|young|old)\b/i);
  });
});
