import { existsSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { dropOldCode } from '../../supervisor/drop-old-code.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe("npm start's compiled code", () => {
  const folder = temporaryFolder('old-code-');
  const [oldest, older, newer] = ['a', 'b', 'c'].map((letter) => letter.repeat(16)) as [
    string,
    string,
    string,
  ];

  it('is kept for the two latest states of the sources, including the one that runs', () => {
    const pathOf = (name: string) => join(folder(), name);
    const names = [oldest, older, newer, `making-${newer}-x`, 'other'];
    for (const [index, name] of names.entries()) {
      mkdirSync(pathOf(name));
      utimesSync(pathOf(name), index, index);
    }
    dropOldCode([pathOf(oldest)]);
    const kept = names.filter((name) => existsSync(pathOf(name)));
    expect(kept).to.deep.equal([oldest, newer, `making-${newer}-x`, 'other']);
  });
});
