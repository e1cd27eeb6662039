import { expect } from 'chai';
import {
  INLINE_BYTES_MAX,
  MEDIA_BYTES_MAX,
  MEDIA_TYPES,
  parseContentType,
} from '../../domain/catalogue/media-types.js';
import { SIGNED_WINDOW_MS, UPLOAD_RETENTION_MS } from '../../domain/catalogue/upload-limits.js';

describe('media types', () => {
  it('include exactly the fifteen specified types, each of the kind in its name', () => {
    const types = Object.entries(MEDIA_TYPES);
    expect(types).to.have.length(15);
    for (const [name, { kind }] of types) expect(name).to.match(new RegExp(`^${kind}/`));
  });

  it('have unique extensions', () => {
    const extensions = Object.values(MEDIA_TYPES).map(({ extension }) => extension);
    expect(new Set(extensions).size).to.equal(15);
  });

  it('have the specified limits, in powers of ten', () => {
    expect(MEDIA_BYTES_MAX).to.deep.equal({ image: 2e7, video: 2e8, audio: 5e7 });
    expect(INLINE_BYTES_MAX).to.equal(2e7);
    expect(SIGNED_WINDOW_MS).to.equal(900_000);
    expect(UPLOAD_RETENTION_MS).to.equal(604_800_000);
  });

  it('are parsed from a header in upper or lower case, with or without parameters', () => {
    expect(parseContentType('image/png')).to.equal('image/png');
    expect(parseContentType(' Audio/OGG ; codecs=opus')).to.equal('audio/ogg');
    for (const other of [
      '',
      'image',
      'image/svg+xml',
      'image/jpg',
      'toString',
      'video/x-matroska',
    ]) {
      expect(parseContentType(other), other).to.be.null;
    }
  });
});
