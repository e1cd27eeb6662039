import { registerAacEncoder } from '@mediabunny/aac-encoder';
import {
  ADTS,
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BufferSource,
  BufferTarget,
  Input,
  MP3,
  MP4,
  Mp4OutputFormat,
  OGG,
  Output,
  WAVE,
  WEBM,
  type InputAudioTrack,
} from 'mediabunny';
import type { Random } from '../picture/random.js';
import type { ClipTask } from './protocol.js';
import { createAmbience, type Ambience } from './ambience.js';
import { SAMPLE_RATE } from './voices.js';

const BITRATE = 128_000;
/** Beside a voice. */
const UNDER_VOICE = 0.25;

/** The caller's narration could not be read. */
export class UnreadableNarration extends Error {}

/**
 * The sound of a clip, or null when none is wanted: the narration as it is where its packets can be
 * copied (no npm package decodes all of AAC, MP3, Opus and Vorbis), a WAV narration with ambience
 * under it, or ambience alone.
 * @throws {UnreadableNarration}
 */
export async function soundOf(task: ClipTask, random: Random): Promise<InputAudioTrack | null> {
  if (!task.audio) return null;
  const ambience = createAmbience(task.prompt, task.seconds, random);
  if (task.narration === null) return encoded(ambience, task.seconds);
  const narration = await openNarration(task.narration);
  if (!(await isPcm(narration))) return narration;
  try {
    const voice = await pcmOf(narration, task.seconds);
    return await encoded(mixed(ambience, voice), task.seconds);
  } catch (error) {
    throw new UnreadableNarration('its samples cannot be read', { cause: error });
  }
}

async function openNarration(bytes: Uint8Array): Promise<InputAudioTrack> {
  const formats = [MP4, MP3, WAVE, OGG, WEBM, ADTS];
  const input = new Input({ formats, source: new BufferSource(bytes) });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || (await track.getCodec()) === null) throw new Error('no track of a known codec');
    return track;
  } catch (error) {
    throw new UnreadableNarration('it has no sound that can be read', { cause: error });
  }
}

async function isPcm(track: InputAudioTrack): Promise<boolean> {
  const codec = await track.getCodec();
  return codec !== null && /^(?:pcm|ulaw|alaw)/.test(codec);
}

/** The first seconds of a track as samples at our rate, left and right in turn. */
async function pcmOf(track: InputAudioTrack, seconds: number): Promise<Float32Array> {
  const rate = await track.getSampleRate();
  const samples = new Float32Array(Math.round(seconds * SAMPLE_RATE) * 2);
  for await (const sample of new AudioSampleSink(track).samples(0, seconds)) {
    const { numberOfChannels: channels, numberOfFrames: frames, timestamp } = sample;
    const from = new Float32Array(frames * channels);
    sample.copyTo(from, { format: 'f32', planeIndex: 0 });
    sample.close();
    place({ from, channels, rate, timestamp }, samples);
  }
  return samples;
}

/** Writes a piece of sound where it belongs, at our rate: straight lines between its samples. */
function place(
  piece: { from: Float32Array; channels: number; rate: number; timestamp: number },
  into: Float32Array,
): void {
  const { from, channels, rate, timestamp } = piece;
  const frames = from.length / channels;
  const first = Math.max(0, Math.ceil(timestamp * SAMPLE_RATE));
  const last = Math.min(into.length / 2, Math.ceil((timestamp + frames / rate) * SAMPLE_RATE));
  const right = Math.min(1, channels - 1);
  for (let index = first; index < last; index += 1) {
    const at = Math.max(0, (index / SAMPLE_RATE - timestamp) * rate);
    const left = Math.min(frames - 1, Math.floor(at));
    const next = Math.min(frames - 1, left + 1);
    const share = at - left;
    for (const [side, channel] of [0, right].entries()) {
      const [one = 0, other = 0] = [
        from[left * channels + channel],
        from[next * channels + channel],
      ];
      into[index * 2 + side] = one + (other - one) * share;
    }
  }
}

function mixed(ambience: Ambience, voice: Float32Array): Ambience {
  let done = 0;
  return (frames) => {
    const samples = ambience(frames);
    for (let index = 0; index < samples.length; index += 1, done += 1) {
      samples[index] = Math.tanh((samples[index] ?? 0) * UNDER_VOICE + (voice[done] ?? 0));
    }
    return samples;
  };
}

/** Encodes a sound as AAC, a second at a time. */
async function encoded(next: Ambience, seconds: number): Promise<InputAudioTrack> {
  registerAacEncoder();
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new AudioSampleSource({ codec: 'aac', bitrate: BITRATE });
  output.addAudioTrack(source);
  await output.start();
  for (let second = 0; second < seconds; second += 1) {
    const sample = new AudioSample({
      data: next(SAMPLE_RATE),
      format: 'f32',
      numberOfChannels: 2,
      sampleRate: SAMPLE_RATE,
      timestamp: second,
    });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
  const input = new Input({
    formats: [MP4],
    source: new BufferSource(target.buffer ?? new Uint8Array()),
  });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('the encoder wrote no sound');
  return track;
}
