import { expect } from 'chai';
import { MEDIA_KINDS, MEDIA_TYPES, type MediaKind } from '../../domain/catalogue/media-types.js';
import { declareFile, type BrowserFile } from '../../domain/uploads/boxes/declare-file.js';

const declare = (file: Partial<BrowserFile>, accept: readonly MediaKind[] = MEDIA_KINDS) =>
  declareFile({ name: 'file', type: '', size: 1, ...file }, accept);

describe('declareFile', () => {
  it('accepts every allowed type by its MIME type or its usual extension', () => {
    for (const [type, { extension }] of Object.entries(MEDIA_TYPES)) {
      expect(declare({ type })).to.equal(type);
      expect(declare({ name: `IMG 0001.x.${extension.toUpperCase()}` }), extension).to.equal(type);
    }
  });

  it('classifies alternative MIME types and extensions as image, audio or video', () => {
    const cases: readonly [Partial<BrowserFile>, MediaKind][] = [
      [{ type: 'image/jpg' }, 'image'],
      [{ type: 'image/heif' }, 'image'],
      [{ type: 'audio/x-m4a' }, 'audio'],
      [{ type: 'audio/mp3' }, 'audio'],
      [{ type: 'Video/X-Matroska' }, 'video'],
      [{ type: 'audio/ogg; codecs=opus' }, 'audio'],
      [{ name: 'photo.jpeg' }, 'image'],
      [{ name: 'photo.heif', type: 'application/octet-stream' }, 'image'],
      [{ name: 'voice.opus' }, 'audio'],
    ];
    for (const [file, kind] of cases) {
      expect(MEDIA_TYPES[declare(file)].kind, JSON.stringify(file)).to.equal(kind);
    }
  });

  it('explains a refusal without assuming knowledge of file formats', () => {
    const cases: readonly [Partial<BrowserFile>, readonly MediaKind[], string][] = [
      [
        { name: 'letter.pdf', type: 'application/pdf' },
        ['image'],
        'This is not a picture, video or sound recording. This page accepts pictures.',
      ],
      [
        { name: 'constructor', type: '' },
        MEDIA_KINDS,
        'This is not a picture, video or sound recording. This page accepts pictures, videos and sound recordings.',
      ],
      [{ type: 'video/mp4' }, ['image'], 'This is a video. This page accepts pictures.'],
      [{ type: 'image/png', size: 0 }, ['image'], 'This file is empty.'],
      [
        { type: 'image/png', size: 20_000_001 },
        ['image'],
        'This file has 20.1 MB, and a picture can have at most 20 MB. Choose a smaller one.',
      ],
      [
        { type: 'video/mp4', size: 1_234_567_890 },
        ['video'],
        'This file has 1234.6 MB, and a video can have at most 200 MB. Choose a smaller one.',
      ],
    ];
    for (const [file, accept, words] of cases) {
      expect(() => declare(file, accept), JSON.stringify(file)).to.throw(words);
    }
    expect(declare({ type: 'image/png', size: 20_000_000 })).to.equal('image/png');
  });
});
