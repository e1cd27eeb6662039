import { expect } from 'chai';
import { hashContent } from '../../../adapters/media/credentials/hash-content.js';
import { TYPES, unsigned, useCredentials } from './rig.js';

describe('hashContent', () => {
  const credentials = useCredentials();
  const hash = (bytes: Uint8Array, type: string) => hashContent(Buffer.from(bytes), type);

  for (const type of TYPES) {
    it(`is equal for a signed and an unsigned file: ${type}`, async () => {
      const file = await unsigned(type);
      const signed = await credentials.sign(file);
      expect(signed.bytes.length).to.be.above(file.bytes.length);
      expect(hash(signed.bytes, type))
        .to.match(/^[0-9a-f]{64}$/)
        .and.equal(hash(file.bytes, type));
    });

    it(`differs if a byte of the content differs: ${type}`, async () => {
      const { bytes } = await unsigned(type);
      const parts = ['VP8', 'IDAT', '\xff\xda', 'mdat'].map((name) =>
        Buffer.from(bytes).lastIndexOf(name, undefined, 'latin1'),
      );
      const changed = Buffer.from(bytes);
      const at = Math.max(...parts) + 20;
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(hash(changed, type)).to.not.equal(hash(bytes, type));
    });

    it(`terminates for a file truncated at any byte: ${type}`, async () => {
      const bytes = Buffer.from((await unsigned(type)).bytes);
      const step = Math.ceil(bytes.length / 200);
      for (let end = 0; end < bytes.length; end += step) hash(bytes.subarray(0, end), type);
    });
  }

  it('is null for other types and for files without content', () => {
    expect(hash(Buffer.from('GIF89a'), 'image/gif')).to.equal(null);
    expect(hash(Buffer.from('RIFF\0\0\0\0WEBP'), 'image/webp')).to.equal(null);
  });
});
