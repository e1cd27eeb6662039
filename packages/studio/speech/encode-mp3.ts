import { registerMp3Encoder } from '@mediabunny/mp3-encoder';
import { AudioSample, AudioSampleSource, BufferTarget, Mp3OutputFormat, Output } from 'mediabunny';

/** Enough for a voice with 16 kHz; MP3 with this sample rate allows at most 160 kbit/s. */
const BITRATE = 64_000;

/**
 * Encodes a sound with one channel as MP3.
 * @param samples 16 bits each
 */
export async function encodeMp3(samples: Int16Array, sampleRate: number): Promise<Uint8Array> {
  registerMp3Encoder();
  const source = new AudioSampleSource({ codec: 'mp3', bitrate: BITRATE });
  const target = new BufferTarget();
  const output = new Output({ format: new Mp3OutputFormat(), target });
  output.addAudioTrack(source);
  await output.start();
  for (let from = 0; from < samples.length; from += sampleRate) {
    const sample = new AudioSample({
      data: samples.slice(from, from + sampleRate),
      format: 's16',
      numberOfChannels: 1,
      sampleRate,
      timestamp: from / sampleRate,
    });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
  if (!target.buffer) throw new Error('the encoder wrote no sound');
  return new Uint8Array(target.buffer);
}
