import { expect } from 'chai';
import { randomFrom } from '../../support/random.js';
import { asParent, CONVERTED, TYPES, unsigned, useCredentials } from './rig.js';

const CHANGES = 200;

describe('a changed byte of a signed file', () => {
  const { sign, read } = useCredentials();

  for (const type of TYPES) {
    it(`is detected at each of ${CHANGES} random places of a ${type}`, async () => {
      const parent = asParent(await sign(await unsigned('image/png')));
      const { bytes, contentType } = await sign(await unsigned(type), CONVERTED, [parent]);
      const random = randomFrom(38);
      const missed: number[] = [];
      for (let count = 0; count < CHANGES; count += 1) {
        const at = Math.floor(random() * bytes.length);
        const changed = Uint8Array.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ (1 + Math.floor(random() * 255));
        const { state } = await read({ bytes: changed, contentType });
        if (state === 'valid') missed.push(at);
      }
      expect(missed, 'places of changes that were not detected').to.deep.equal([]);
    }).timeout(30_000);
  }
});
