import { expect } from 'chai';
import {
  addSaved,
  canSave,
  isSame,
  readSaved,
  removeSaved,
  SAVED_MAX,
  suggestName,
  type SavedFilter,
} from '../../web/src/pages/library/saved-rules.js';

interface Filters {
  readonly status?: string;
  readonly type?: string;
}

const FAILED: SavedFilter<Filters> = { name: 'Failed', filters: { status: 'failed' } };
const VIDEOS: SavedFilter<Filters> = { name: 'Videos', filters: { type: 'video' } };

/** Keeps the status, unless it is unknown. */
const read = ({ status }: Record<string, unknown>): Filters =>
  status === 'failed' ? { status } : {};

describe('saved filters of the library', () => {
  it('are read without entries that are not valid', () => {
    const kept = [FAILED, null, { name: '' }, { name: 'x', filters: { status: 'odd' } }, 'text'];
    expect(readSaved(kept, read)).to.deep.equal([FAILED]);
    for (const none of [null, 'text', { a: 1 }]) expect(readSaved(none, read)).to.deep.equal([]);
  });

  it('are added at the end, or in place of a filter with the same name', () => {
    const saved = addSaved([FAILED], VIDEOS);
    expect(saved).to.deep.equal([FAILED, VIDEOS]);
    const changed: SavedFilter<Filters> = { name: 'Failed', filters: { type: 'image' } };
    expect(addSaved(saved, changed)).to.deep.equal([changed, VIDEOS]);
    expect(removeSaved(saved, 'Failed')).to.deep.equal([VIDEOS]);
  });

  it('are limited in number, but can still be replaced', () => {
    const full = Array.from({ length: SAVED_MAX }, (_, at) => ({ ...FAILED, name: `F${at}` }));
    expect(canSave(full, 'Videos')).to.equal(false);
    expect(canSave(full, 'F3')).to.equal(true);
    expect(canSave([FAILED], 'Videos')).to.equal(true);
    expect(canSave([], '')).to.equal(false);
    expect(addSaved(full, VIDEOS)).to.deep.equal(full);
  });

  it('are equal if they select the same generations, in any order of their fields', () => {
    const one = { type: 'video', q: 'fox' } as const;
    expect(isSame(one, { q: 'fox', type: 'video' })).to.equal(true);
    expect(isSame(one, { type: 'video' })).to.equal(false);
  });

  it('are named after their values', () => {
    expect(suggestName({ favorite: true, type: 'video', q: 'fox' })).to.equal(
      'favorite, video, fox',
    );
    expect(suggestName({ q: 'x'.repeat(100) })).to.have.length(40);
  });
});
