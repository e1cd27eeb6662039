import { expect } from 'chai';
import sharp from 'sharp';
import { rssGrowthMb, useInspector } from './harness.js';
import {
  blackPng,
  endlessFragments,
  endlessMp4,
  gifOfFrames,
  hiddenTrack,
  hugeHeic,
} from './made.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { failureOf } from '../../support/failure.js';
import { boxOf, nestedBoxes, withBox } from './odd-clips.js';
import { fixture } from './samples.js';

/**
 * WebP is the worst case, because libwebp and libvips each hold a frame with four bytes per pixel.
 */
const GROWTH_MAX_MB = 600;

describe('inspection of decompression bombs', () => {
  const { get, inspect, refusal } = useInspector();
  /**
   * Tries to loop a clip.
   * @returns the refusal
   */
  const loopRefusal = async (clip: Buffer): Promise<MediaRefused> => {
    const failure = await failureOf(get().loop(clip, 3));
    if (failure instanceof MediaRefused) return failure;
    throw failure;
  };
  const growth: Record<string, number> = {};
  const measured = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    let result: T | undefined;
    growth[name] = await rssGrowthMb(async () => (result = await work()));
    expect(growth[name], `${name}: growth in MB`).to.be.below(GROWTH_MAX_MB);
    return result as T;
  };

  before('a warm worker', () => inspect(blackPng(8)));
  after(() => console.log('      largest growth of the process in MB:', growth));

  it('rejects a small PNG of 16,000 x 16,000 pixels based on its header', async () => {
    const bomb = blackPng(16_000);
    expect(bomb.length).to.be.below(50_000);
    const { reason } = await measured('PNG 256 MP', () => refusal(bomb));
    expect(reason).to.equal('too_many_pixels');
  });

  it('decodes 49 megapixels without keeping them in memory', async () => {
    const found = await measured('PNG 49 MP', () => inspect(blackPng(7000)));
    expect(found).to.include({ width: 7000, height: 7000 });
  });

  for (const format of ['jpeg', 'webp'] as const) {
    it(`limits the memory for a 49-megapixel ${format}, which decoders cannot read line by line`, async () => {
      const plane = { width: 7000, height: 7000, channels: 3, background: 'teal' } as const;
      const made = sharp({ create: plane }).toFormat(format, { progressive: true, effort: 0 });
      const bytes = await made.toBuffer();
      const found = await measured(`${format} 49 MP`, () => inspect(bytes));
      expect(found).to.include({ width: 7000, height: 7000 });
    });
  }

  it('decodes only the first of 2,000 frames', async () => {
    const frame = sharp({ create: { width: 500, height: 500, channels: 3, background: 'teal' } });
    const bomb = gifOfFrames(await frame.gif().toBuffer(), 2000);
    const startedAt = performance.now();
    const found = await measured('GIF 2,000 frames', () => inspect(bomb));
    expect(found).to.include({ width: 500, height: 500 });
    // Milliseconds. Decoding all frames takes 45 s, and the time limit for a picture is 10 s.
    expect(performance.now() - startedAt).to.be.below(9_000);
  });

  it('rejects an MP4 with 2^31 samples, and then inspects the next file', async () => {
    for (const bomb of [endlessMp4(), endlessFragments()]) {
      for (const refuse of [refusal, loopRefusal]) {
        const { reason } = await measured('MP4 2^31 samples', () => refuse(bomb));
        expect(reason).to.equal('too_complex');
      }
    }
    expect(await inspect(fixture('clip.mp4'))).to.include({ contentType: 'video/mp4' });
  });

  it('rejects sound with a chunk of 2^32 packets, which a demuxer would scan for each packet', async () => {
    const bomb = Buffer.from(fixture('flac.m4a'));
    bomb.writeUInt32BE(0xff_ff_ff_ff, bomb.indexOf('stsc') + 16);
    const { reason } = await measured('M4A stsc', () => refusal(bomb));
    expect(reason).to.equal('too_complex');
  });

  /**
   * Tables that are small in the file, or have only empty entries, but that a demuxer would expand.
   */
  const times = Buffer.alloc(8 * 2_500_000);
  const tables: Readonly<Record<string, () => Buffer>> = {
    '2.5 million time entries of zero samples': () =>
      withBox(fixture('clip.mp4'), 'stts', boxOf('stts', [2_500_000], times)),
    'a time table that extends into the next box': () =>
      withBox(fixture('clip.mp4'), 'stts', boxOf('stts', [1])),
    'a time table shorter than declared': () =>
      withBox(fixture('clip.mp4'), 'stts', boxOf('stts', [])),
    'PCM sound whose chunks begin at number 2^31': () =>
      withBox(fixture('tone.m4a'), 'stsc', boxOf('stsc', [2, 1, 1, 1, 2 ** 31, 1, 1])),
    'pcm.mp4, whose first chunk has number 2^31': () => fixture('pcm.mp4'),
    'chunks in changing order': () =>
      withBox(
        fixture('tone.m4a'),
        'stsc',
        boxOf(
          'stsc',
          [40, ...Array.from({ length: 40 }, (_, at) => [at % 2 ? 1 : 99_999, 1, 1])].flat(),
        ),
      ),
    'recursive sample descriptions': () =>
      withBox(fixture('clip.mp4'), 'vmhd', boxOf('stsd', [0, 0x7374_626c])),
    'endlessly nested boxes': () =>
      withBox(fixture('clip.mp4'), 'vmhd', nestedBoxes('dinf', 1_000)),
  };
  for (const [name, make] of Object.entries(tables)) {
    it(`rejects ${name} before expanding anything`, async () => {
      const bomb = make();
      for (const refuse of [refusal, loopRefusal]) {
        const startedAt = performance.now();
        const { reason } = await measured(name, () => refuse(bomb));
        expect(reason).to.equal('too_complex');
        // Milliseconds. A demuxer that parses the file exceeds its memory or its time only after
        // seconds.
        expect(performance.now() - startedAt).to.be.below(4_000);
      }
    });
  }

  it('reads fragments without the index at the end of the file, whose offsets may be wrong', async () => {
    const fragmented = fixture('fragmented.mp4');
    const { durationSeconds } = await inspect(fragmented);
    const tail = Buffer.from(fragmented);
    tail.writeUInt32BE(tail.length - tail.indexOf('moov') + 4, tail.length - 4);
    expect((await inspect(tail)).durationSeconds).to.equal(durationSeconds);
  });

  it('neither inspects nor loops a track with 2^31 samples in an unusual index', async () => {
    const bomb = hiddenTrack();
    const found = await measured('MP4 mfra', () => inspect(bomb));
    expect(found).to.include({ contentType: 'audio/mp4', hasVideo: false });
    const startedAt = performance.now();
    const { reason } = await measured('MP4 mfra, repeated', () => loopRefusal(bomb));
    expect(reason).to.equal('undecodable');
    expect(performance.now() - startedAt).to.be.below(4_000);
  });

  it('rejects an 81-megapixel HEIC based on its header', async () => {
    const { reason } = await measured('HEIC 81 MP', () => refusal(hugeHeic()));
    expect(reason).to.equal('too_many_pixels');
  });

  it('rejects a box whose length claims all memory', async () => {
    const mp4 = fixture('clip.mp4');
    const claim = Buffer.from([0x7f, 0xff, 0xff, 0xff]);
    const bomb = Buffer.from(mp4);
    claim.copy(bomb, bomb.indexOf('stsz') + 12);
    const { reason } = await measured('MP4 stsz', () => refusal(bomb));
    expect(reason).to.be.oneOf(['too_complex', 'undecodable']);
  });
});
