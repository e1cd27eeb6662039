import { expect } from 'chai';
import { MEDIA_TYPES } from '../../../domain/catalogue/media-types.js';
import { useInspector } from './harness.js';
import { pngWithLongText, withId3 } from './made.js';
import { fixture, patched, picture, SAMPLE_TYPES, SAMPLES, uint32 } from './samples.js';

describe('inspection', () => {
  const { inspect } = useInspector();

  for (const type of SAMPLE_TYPES) {
    it(`detects ${type} and its metadata`, async () => {
      const found = await inspect(await SAMPLES[type](), type);
      const { kind } = MEDIA_TYPES[type];
      expect(found).to.include({ kind, contentType: type });
      if (kind === 'image') expect(found).to.not.have.property('durationSeconds');
      else expect(found.durationSeconds).to.be.within(0.5, 0.6);
      if (kind === 'audio') expect(found).to.include({ hasAudio: true, hasVideo: false });
      if (kind === 'video') {
        expect(found).to.include({ hasAudio: true, hasVideo: true, width: 64, height: 48 });
      }
    });
  }

  it('detects allowed types in less common containers', async () => {
    const heic = fixture('still.heic');
    const cases: [string, Buffer, string][] = [
      ['HEIC of brand mif1', patched(heic, 8, Buffer.from('mif1')), 'image/heic'],
      ['Vorbis in Ogg', fixture('vorbis.ogg'), 'audio/ogg'],
      ['FLAC in Ogg', fixture('flac.ogg'), 'audio/ogg'],
      ['FLAC in M4A', fixture('flac.m4a'), 'audio/mp4'],
      ['MP4 with audio only', fixture('tone.mp4'), 'audio/mp4'],
      ['fragmented MP4', fixture('fragmented.mp4'), 'video/mp4'],
      ['live WebM', fixture('live.webm'), 'video/webm'],
      ['PNG with a long text', pngWithLongText(await picture().png().toBuffer()), 'image/png'],
      ['MP3 behind a long tag', withId3(fixture('tone.mp3')), 'audio/mpeg'],
      ['AAC behind a long tag', withId3(fixture('tone.aac')), 'audio/aac'],
    ];
    for (const [what, bytes, type] of cases) {
      expect((await inspect(bytes)).contentType, what).to.equal(type);
    }
  });

  it('chooses the type within a kind by the bytes: HEIC declared as JPEG is HEIC', async () => {
    const found = await inspect(fixture('still.heic'), 'image/jpeg');
    expect(found).to.include({ contentType: 'image/heic', width: 64, height: 48 });
  });

  it('measures a photo in its upright orientation', async () => {
    const turned = await picture(160, 120).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await inspect(turned)).to.include({ width: 120, height: 160 });
  });

  it('measures FLAC in Ogg, which the demuxer does not support, from its last page', async () => {
    const found = await inspect(fixture('flac.ogg'), 'audio/ogg');
    expect(found).to.deep.equal({
      kind: 'audio',
      contentType: 'audio/ogg',
      durationSeconds: 0.5,
      hasVideo: false,
      hasAudio: true,
    });
  });

  it('names the video codec, or returns null for an unknown codec', async () => {
    expect(await inspect(fixture('clip.webm'))).to.include({ videoCodec: 'vp8' });
    expect(await inspect(fixture('mpeg4part2.mp4'))).to.include({ videoCodec: null });
  });

  it('computes the duration from the samples, not from the header of the file', async () => {
    const mp4 = fixture('clip.mp4');
    const lying = patched(mp4, mp4.indexOf('mvhd') + 20, uint32(60_000));
    expect(lying.equals(mp4)).to.be.false;
    expect((await inspect(lying)).durationSeconds).to.be.closeTo(0.5, 0.01);
  });

  it('returns the SHA-256 of a picture', async () => {
    const { sha256 } = await inspect(fixture('still.heic'));
    expect(sha256).to.match(/^[0-9a-f]{64}$/);
  });
});
