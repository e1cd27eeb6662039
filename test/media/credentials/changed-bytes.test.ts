import { expect } from 'chai';
import { randomFrom } from '../../support/random.js';
import { asParent, CONVERTED, TYPES, unsigned, useCredentials } from './rig.js';

const CHANGES = 200;
/** Chunk or box around a manifest store: its length, type, name and checksum. */
const FRAME_BYTES = 40;

describe('a changed byte of a signed file', () => {
  const credentials = useCredentials();

  for (const type of TYPES) {
    it(`is detected at each of ${CHANGES} random places of a ${type}`, async () => {
      const parent = asParent(await credentials.sign(await unsigned('image/png')));
      const { signer, identity } = credentials.get();
      const made = await signer.sign(identity, await unsigned(type), CONVERTED, [parent]);
      const bytes = Buffer.from(made.bytes);
      const original = await credentials.read({ bytes });
      const start = bytes.indexOf(made.manifest) - FRAME_BYTES;
      const end = start + made.manifest.length + 2 * FRAME_BYTES;
      // The C2PA specification excludes the first box of an MP4, "ftyp", from the hash.
      const covered = type === 'video/mp4' ? bytes.readUInt32BE(0) : 0;

      const random = randomFrom(38);
      const missed: number[] = [];
      for (let count = 0; count < CHANGES; count += 1) {
        const at = Math.floor(random() * bytes.length);
        const changed = Uint8Array.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ (1 + Math.floor(random() * 255));
        const report = await credentials.read({ bytes: changed });
        if (report.state !== 'valid') continue;
        // Names of boxes within the manifest are not signed. Changing them does not change a
        // statement.
        expect(report).to.deep.equal(original);
        if (at >= covered && (at < start || at >= end)) missed.push(at);
      }
      expect(missed, 'places of changes that were not detected').to.deep.equal([]);
    }).timeout(30_000);
  }
});
