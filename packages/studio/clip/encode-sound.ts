import { registerAacEncoder } from '@mediabunny/aac-encoder';
import {
  AudioSample,
  AudioSampleSource,
  Mp4OutputFormat,
  NullTarget,
  Output,
  type EncodedPacket,
} from 'mediabunny';
import { SAMPLE_RATE } from './voices.js';

const BITRATE = 128_000;
/** Number of samples that the encoder adds before the sound; its last packet has as many. */
const PRIMING_FRAMES = 1_024;

/** Encoded sound, ready for the file. */
export interface EncodedSound {
  /** Packets from before 0, where the encoder warms up, to exactly the clip's end. */
  readonly packets: readonly EncodedPacket[];
  readonly config: AudioDecoderConfig;
}

/**
 * Encodes a sound as AAC-LC with 48 kHz and two channels.
 * @param samples left and right interleaved
 */
export async function encodeSound(samples: Float32Array): Promise<EncodedSound> {
  registerAacEncoder();
  const packets: EncodedPacket[] = [];
  let config: AudioDecoderConfig | undefined;
  const source = new AudioSampleSource({
    codec: 'aac',
    bitrate: BITRATE,
    onEncodedPacket: (packet, meta) => {
      packets.push(packet);
      config ??= meta?.decoderConfig;
    },
  });
  const output = new Output({ format: new Mp4OutputFormat(), target: new NullTarget() });
  output.addAudioTrack(source);
  await output.start();
  await addAll(source, samples);
  await output.finalize();
  if (!config) throw new Error('the encoder wrote no sound');
  return { packets: cutPackets(packets, samples.length / 2 / SAMPLE_RATE), config };
}

/**
 * Adds the sound second by second, then silence, so that the encoder outputs the last samples too.
 */
async function addAll(source: AudioSampleSource, samples: Float32Array): Promise<void> {
  const rest = new Float32Array(PRIMING_FRAMES * 2);
  const seconds = Math.ceil(samples.length / 2 / SAMPLE_RATE);
  for (let second = 0; second <= seconds; second += 1) {
    const from = second * SAMPLE_RATE * 2;
    const sample = new AudioSample({
      data: second < seconds ? samples.slice(from, from + SAMPLE_RATE * 2) : rest,
      format: 'f32',
      numberOfChannels: 2,
      sampleRate: SAMPLE_RATE,
      timestamp: (Math.min(from, samples.length) / 2 - PRIMING_FRAMES) / SAMPLE_RATE,
    });
    await source.add(sample);
    sample.close();
  }
}

/** Drops packets after the end, and shortens the packet that crosses it. */
function cutPackets(packets: readonly EncodedPacket[], end: number): EncodedPacket[] {
  return packets
    .filter(({ timestamp }) => Math.round((end - timestamp) * SAMPLE_RATE) > 0)
    .map((packet) => packet.clone({ duration: Math.min(packet.duration, end - packet.timestamp) }));
}
