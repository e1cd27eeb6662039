import type { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import sharp from 'sharp';
import { renderClip } from '../../clip/render-clip.js';
import { boxAt, boxes, clip, failure, fixture, media, requestOf, scene, seen } from './clips.js';

describe('local clip rendering', () => {
  it('encodes exactly the requested size and length at 24 frames a second', async () => {
    const sizes = [
      [426, 240, 2],
      [240, 426, 1],
      [190, 182, 3],
    ] as const;
    for (const [width, height, seconds] of sizes) {
      const {
        video,
        audio,
        seconds: whole,
      } = await seen(await clip({ width, height, seconds, audio: true }));
      expect(video).to.have.length(1);
      expect(video[0]).to.include({ codec: 'avc', width, height, seconds });
      expect(video[0]?.packets).to.have.length(seconds * 24);
      expect(whole).to.equal(seconds);
      expect(audio).to.have.length(1);
      expect(audio[0]?.codec).to.equal('aac');
      expect(audio[0]?.seconds).to.be.within(seconds - 0.03, seconds);
    }
  });

  it('writes consistent numbers in the MP4 boxes, with the index first and no timestamp', async () => {
    const mp4 = await clip({ width: 426, height: 240, seconds: 2, audio: true });
    const order = boxes(mp4).map(({ type }) => type);
    expect(order.indexOf('moov')).to.be.within(0, order.indexOf('mdat'));

    const header = boxAt(mp4, 'moov', 'mvhd');
    expect(header.readUInt32BE(4)).to.equal(0);
    expect(header.readUInt32BE(16) / header.readUInt32BE(12)).to.equal(2);
    const tables = ['moov', 'trak', 'mdia', 'minf', 'stbl'];
    expect(boxAt(mp4, ...tables, 'stsz').readUInt32BE(8), 'frames').to.equal(48);
    const sample = boxAt(mp4, ...tables, 'stsd').subarray(8);
    expect(sample.toString('latin1', 4, 8)).to.equal('avc1');
    expect([sample.readUInt16BE(32), sample.readUInt16BE(34)]).to.deep.equal([426, 240]);
    // `nclx`, three times BT.709, limited range. Without these values, players guess the colours.
    const colour = sample.indexOf('colrnclx') + 8;
    expect([0, 2, 4].map((at) => sample.readUInt16BE(colour + at))).to.deep.equal([1, 1, 1]);
    expect(sample[colour + 6]).to.equal(0);
  });

  it('allows seeking, with a key frame at the start and every two seconds', async () => {
    const { video } = await seen(await clip({ seconds: 5 }));
    const keys = video[0]?.packets.flatMap(({ type }, at) => (type === 'key' ? [at] : []));
    expect(keys).to.deep.equal([0, 48, 96]);
  });

  it('renders the same bytes for the same request, and different bytes for different words', async () => {
    const request = { prompt: 'rain, pan left', audio: true };
    const [one, again, other] = [
      await clip(request),
      await clip(request),
      await clip({ ...request, prompt: 'rain, pan right' }),
    ];
    expect(one.equals(again)).to.equal(true);
    expect(one.equals(other)).to.equal(false);
  });

  it('omits the sound track when audio is off, with or without narration', async () => {
    const narration = media(fixture('tone.mp3'));
    expect((await seen(await clip())).audio).to.be.empty;
    expect((await seen(await clip({ narration }))).audio).to.be.empty;
  });

  it('stays below 1 MB a second at 1080p for any picture', async () => {
    // Every pixel differs from its neighbours, which is the worst case for the encoder.
    const noise = Buffer.from(
      Array.from({ length: 320 * 180 * 3 }, (_, at) => (at * at * 31 + at * 7) & 255),
    );
    const picture = await sharp(noise, { raw: { width: 320, height: 180, channels: 3 } })
      .png()
      .toBuffer();
    const mp4 = await clip({ firstFrame: media(picture), width: 640, height: 360, seconds: 2 });
    const share = ((640 * 360) / (1920 * 1080)) ** 0.75;
    expect(mp4.length).to.be.below(2_000_000 * share);
  });

  it('leaves the main thread free and reports progress while it renders', async () => {
    const reported: number[] = [];
    const request = await requestOf({ width: 854, height: 480, seconds: 4, audio: true });
    const before = performance.eventLoopUtilization();
    await renderClip(request, {
      signal: new AbortController().signal,
      onProgress: (fraction) => reported.push(fraction),
    });
    expect(performance.eventLoopUtilization(before).utilization).to.be.below(0.4);
    expect(reported).to.deep.equal(reported.toSorted((one, other) => one - other));
    const between = new Set(reported.filter((fraction) => fraction > 0 && fraction < 1));
    // Drawing a frame takes time, so a clip of 96 frames reports progress more than once.
    expect(between.size, reported.join(' ')).to.be.above(1);
  });

  it('ends its thread when the request is aborted', async () => {
    const started: Worker[] = [];
    const note = (worker: Worker) => started.push(worker);
    process.on('worker', note);
    try {
      const reason = new Error('the caller has gone');
      const controller = new AbortController();
      // The clip is so long that the thread cannot have ended by itself.
      const request = await requestOf({ width: 854, height: 480, seconds: 30 });
      const onProgress = (fraction: number) => {
        if (fraction > 0) controller.abort(reason);
      };
      const error = await renderClip(request, { signal: controller.signal, onProgress }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).to.equal(reason);
      expect(started).to.have.length(1);
      // Node.js sets the thread id to -1 when a worker has ended.
      expect(started[0]?.threadId).to.equal(-1);

      const late = renderClip(request, { signal: controller.signal, onProgress });
      expect(await late.catch((thrown: unknown) => thrown)).to.equal(reason);
      expect(started, 'an aborted call starts no thread').to.have.length(1);
    } finally {
      process.off('worker', note);
    }
  });

  it('fails with a timeout at its deadline', async () => {
    const { kind } = await failure({ width: 854, height: 480, seconds: 30 }, 1500);
    expect(kind).to.equal('timeout');
  });

  it('fails with a generic message when its thread dies from an internal error', async () => {
    // An internal error, because callers cannot request an odd width.
    const { kind, message } = await failure({ width: 321 });
    expect(kind).to.equal('died');
    expect(message).to.equal('The clip could not be made.');
  });

  it('rejects an unreadable first frame, reference, narration or motion clip', async () => {
    const junk = media(Buffer.from('<svg onload="x">'));
    const cut = media((await scene()).subarray(0, 700));
    const motion = (bytes: Buffer) => ({ clip: media(bytes), orientation: 'video' as const });
    const rows = [
      [{ firstFrame: junk }, 'first frame'],
      [{ firstFrame: cut }, 'first frame'],
      [{ references: [{ tag: '@a', image: junk }] }, 'reference'],
      [{ audio: true, narration: junk }, 'narration'],
      [{ audio: true, narration: media(fixture('still.heic')) }, 'narration'],
      [{ motion: motion(fixture('tone.mp3')) }, 'motion clip'],
    ] as const;
    for (const [changes, named] of rows) {
      const { kind, message } = await failure(changes);
      expect({ kind, named: message.includes(named) }, message).to.deep.equal({
        kind: 'unreadable',
        named: true,
      });
    }
  });
});
