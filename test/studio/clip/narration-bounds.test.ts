import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MP3,
  MP4,
  Mp4OutputFormat,
  Output,
  type InputAudioTrack,
} from 'mediabunny';
import { expect } from 'chai';
import fc from 'fast-check';
import { requireFewSamples } from '../../../adapters/media/inspection/sample-counts.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { collect } from '../../../packages/studio/clip/narration/collect.js';
import { readFirstPackets } from '../../../packages/studio/clip/narration/first-packets.js';
import {
  readNarration,
  UnreadableNarration,
} from '../../../packages/studio/clip/narration/narration.js';
import type { SoundPiece } from '../../../packages/studio/clip/narration/piece.js';
import { MEDIA_BYTES_MAX } from '../../../domain/catalogue/media-types.js';
import { fixture } from '../../media/inspection/samples.js';
import { clip, media, seen } from '../../../packages/studio/test/clip/clips.js';
import {
  loudness,
  RATE,
  toneAt,
  withWavHeader,
} from '../../../packages/studio/test/clip/hearing.js';

async function trackOf(bytes: Buffer): Promise<InputAudioTrack> {
  const input = new Input({ formats: [MP4, MP3], source: new BufferSource(bytes) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('no sound');
  return track;
}

/** Writes an M4A in which each packet claims to last a hundred-thousandth of a second. */
async function hurriedM4a(count: number): Promise<Buffer> {
  const track = await trackOf(fixture('tone.m4a'));
  const packet = await new EncodedPacketSink(track).getFirstPacket();
  const decoderConfig = await track.getDecoderConfig();
  if (!packet || !decoderConfig) throw new Error('no packet');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source);
  await output.start();
  for (let index = 0; index < count; index += 1) {
    const time = { timestamp: index * 1e-5, duration: 1e-5 };
    await source.add(packet.clone(time), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}

/** Checks whether the inspection of uploads refuses the tables of a file. */
const isTooComplex = (bytes: Buffer): Promise<boolean> =>
  requireFewSamples({
    size: bytes.length,
    read: async (start, end) => bytes.subarray(start, end),
  }).then(
    () => false,
    (error: unknown) => error instanceof MediaRefused,
  );

/** Repeats half a second of MP3 up to the largest file size allowed. */
function longMp3(): Buffer {
  const piece = fixture('tone.mp3');
  return Buffer.alloc(MEDIA_BYTES_MAX.audio - (MEDIA_BYTES_MAX.audio % piece.length), piece);
}

/**
 * Builds the WAV that takes longest: eight bits, one channel, 8,000 samples a second, almost two
 * hours.
 */
const longWav = (): Buffer =>
  withWavHeader(Buffer.alloc(MEDIA_BYTES_MAX.audio - 44, 128), {
    rate: 8_000,
    channels: 1,
    bits: 8,
  });

describe('reading a narration', () => {
  it('stops after the samples that the clip can hold', async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<SoundPiece> {
      for (;;) {
        asked += 1;
        yield { channels: [new Float32Array(1_000)], rate: 8_000 };
      }
    }
    const { left } = await collect(endless(), { order: 'wave', leadIn: 0.5, seconds: 4 });
    expect(left).to.have.length(4 * 8_000);
    expect(asked).to.equal(36);
  });

  it('stops after the packets that the clip can hold, even in the largest file', async () => {
    const packets = await readFirstPackets(await trackOf(longMp3()), 15, 1_000);
    // Each packet has 576 samples at 16,000 samples a second.
    expect(packets).to.have.length(Math.ceil((15 * 16_000) / 576));
  });

  it('stops after the packets that a second can contain, even if the timestamps are wrong', async () => {
    const packets = await readFirstPackets(await trackOf(await hurriedM4a(20_000)), 1, 96);
    expect(packets).to.have.length(192);
  });

  it('leaves enough time to render the largest files', async () => {
    for (const bytes of [longMp3(), longWav()]) {
      const { audio } = await seen(await clip({ audio: true, narration: media(bytes) }));
      expect(audio[0]?.seconds).to.equal(1);
    }
  });

  it('plays a narration that is longer than the clip until the last moment of the clip', async () => {
    for (const file of ['tone.mp3', 'tone.aac']) {
      const bytes = fixture(file);
      const { left } = await readNarration(Buffer.alloc(bytes.length * 4, bytes), 1);
      expect(loudness(left, 0.96, 0.99), file).to.be.above(0.03);
    }
  });

  it('decodes or rejects a WAV with any header', async () => {
    const samples = Buffer.alloc(4_000, 7);
    for (const rate of [1, 3_999, 384_000, 384_001, 0xffff_ffff]) {
      const narration = withWavHeader(samples, { rate, channels: 1, bits: 8 });
      const sides = await readNarration(narration, 1).catch((error: unknown) => error);
      if (rate > 384_000) expect(sides).to.be.instanceOf(UnreadableNarration);
      else expect(sides).to.have.property('left').with.length(RATE);
    }
  });

  // The FLAC decoder logs each error to the console.
  const { error: printError } = console;
  before(() => {
    console.error = () => undefined;
  });
  after(() => {
    console.error = printError;
  });

  it('decodes or rejects a damaged file in any format', async () => {
    const files = ['tone.ogg', 'vorbis.ogg', 'tone.mp3', 'tone.wav', 'flac.ogg', 'flac.m4a'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (file, changes) => {
          const bytes = Buffer.from(fixture(file));
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          // The API reads only files that pass this check.
          if (await isTooComplex(bytes)) return;
          const sides = await readNarration(bytes, 1).catch((error: unknown) => error);
          if (sides instanceof UnreadableNarration) return;
          expect(sides).to.have.property('left').with.length(RATE);
          expect(sides).to.have.property('right').with.length(RATE);
        },
      ),
      { numRuns: 120 },
    );
  });

  it('turns NaN samples into silence, and clamps others to full scale', async () => {
    const samples = Buffer.alloc(RATE * 4);
    for (let at = 0; at < RATE; at += 1) {
      const turn = 10 * Math.sin((2 * Math.PI * 100 * at) / RATE);
      samples.writeFloatLE(at % 1_000 === 0 ? NaN : turn, at * 4);
    }
    const file = withWavHeader(samples, { rate: RATE, channels: 1, bits: 32 });
    file.writeUInt16LE(3, 20);
    const { left } = await readNarration(file, 1);
    expect(left.every((sample) => Math.abs(sample) <= 1)).to.equal(true);
    expect(toneAt(100, left, 0.1, 0.9)).to.be.within(1, 1.3);
  });
});
