import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ByteReader, MediaSource } from '../../../adapters/media/inspection/inspection.js';
import { createInspector } from '../../../adapters/media/inspection/inspector.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { slowly, useInspector } from './harness.js';
import { blackPng } from './made.js';
import { fixture, SAMPLE_TYPES, SAMPLES, uint32 } from './samples.js';
import { failureOf } from '../../support/failure.js';

/** Pads a clip to a size with an additional box. The reader counts its reads and bytes. */
function longVideo(size: number): ByteReader & { reads: number; bytes: number } {
  const clip = fixture('clip.mp4');
  const padding = Buffer.concat([uint32(size - clip.length), Buffer.from('free')]);
  const head = Buffer.concat([clip, padding]);
  return {
    size,
    reads: 0,
    bytes: 0,
    read(start, end) {
      this.reads += 1;
      this.bytes += end - start;
      const bytes = Buffer.alloc(end - start);
      if (start < head.length) head.copy(bytes, 0, start, Math.min(end, head.length));
      return Promise.resolve(bytes);
    },
  };
}

describe('the media inspector', () => {
  const { get, inspect } = useInspector();

  it('reads a video of 200 MB with few range requests', async () => {
    const video = longVideo(200_000_000);
    const found = await inspect(video, 'video/mp4');
    expect(found).to.include({ contentType: 'video/mp4', durationSeconds: 0.5 });
    expect(video.reads).to.be.below(20);
    expect(video.bytes).to.be.below(2_000_000);
  });

  it('returns the same metadata for bytes, a path and a reader', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inspection-'));
    try {
      for (const type of SAMPLE_TYPES) {
        const bytes = await SAMPLES[type]();
        const path = join(folder, 'no-extension');
        await writeFile(path, bytes);
        // A view of a part of a larger buffer.
        const within = Buffer.concat([Buffer.alloc(1000, 1), bytes, Buffer.alloc(1000, 1)]);
        const read = async (start: number, end: number) =>
          within.subarray(1000 + start, 1000 + end);
        const found = await inspect(bytes, type);
        expect(await inspect(path, type)).to.deep.equal(found);
        expect(await inspect({ size: bytes.length, read }, type)).to.deep.equal(found);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('finishes 8 concurrent files with one worker', async () => {
    const given = SAMPLE_TYPES.slice(0, 8);
    const found = await Promise.all(
      given.map(async (type) => inspect(await SAMPLES[type](), type)),
    );
    expect(found.map(({ contentType }) => contentType)).to.deep.equal(given);
  });

  it('passes on a storage failure unchanged, and continues', async () => {
    const failure = new Error('storage unavailable');
    const read = () => Promise.reject(failure);
    const error: unknown = await inspect({ size: 5000, read }).catch((caught: unknown) => caught);
    expect(error).to.equal(failure);
    expect(await inspect(fixture('tone.mp3'))).to.include({ kind: 'audio' });
  });

  it('returns an error instead of rejecting for a file whose source ends early', async () => {
    const read = async (start: number, end: number) => blackPng(8).subarray(start, end);
    const error: unknown = await inspect({ size: 5000, read }).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(Error).and.not.instanceOf(MediaRefused);
  });

  it('reports ENOENT for a missing path', async () => {
    const error: unknown = await inspect('/nowhere/file').catch((caught: unknown) => caught);
    expect(error).to.have.property('code', 'ENOENT');
  });

  it('converts a photo in the worker', async () => {
    const bytes = await get().normalise(fixture('still.heic'));
    expect(await inspect(bytes)).to.include({ contentType: 'image/webp', width: 64, height: 48 });
  });
});

describe('the media inspector with short limits', () => {
  const { inspect, refusal } = useInspector({ limits: { probeMs: 2_500, pictureMs: 1 } });

  it('rejects a file that takes too long, and then inspects the next file', async () => {
    expect((await refusal(blackPng(7000))).reason).to.equal('too_complex');
    expect(await inspect(fixture('tone.wav'))).to.include({ kind: 'audio' });
  });

  it('does not count time spent waiting for slow storage', async () => {
    const bytes = fixture('clip.mp4');
    // The five reads wait twice as long as the limit in total.
    const reader = slowly(1_000, bytes);
    expect(await inspect(reader)).to.include({ kind: 'video' });
  });
});

describe('the media inspector with a short time limit for pictures', () => {
  const { inspect, refusal } = useInspector({ limits: { probeMs: 10_000, pictureMs: 1 } });

  it('replaces a crashed worker, and then serves the waiting files', async () => {
    const clips = SAMPLE_TYPES.filter((type) => !type.startsWith('image/'));
    const [killed, ...others] = await Promise.all([
      refusal(blackPng(7000)),
      ...clips.map(async (type) => inspect(await SAMPLES[type](), type)),
    ]);
    expect(killed.reason).to.equal('too_complex');
    expect(others).to.have.length(clips.length);
  });
});

describe('closing the media inspector', () => {
  it('rejects active, waiting and new inspections with InspectorClosed, without judging the file', async () => {
    const inspector = createInspector();
    const errorOf = (source: MediaSource) =>
      failureOf(inspector.inspect(source, { declaredType: null }));
    const { promise: underWay, resolve } = Promise.withResolvers<void>();
    const read = () => new Promise<never>(() => resolve());
    const given = [errorOf({ size: 5000, read }), errorOf(blackPng(8))];
    await underWay;
    await inspector.close();
    for (const error of await Promise.all([...given, errorOf(blackPng(8))])) {
      expect(error).to.have.property('name', 'InspectorClosed');
    }
  });
});
