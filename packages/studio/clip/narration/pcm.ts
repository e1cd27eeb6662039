import { AudioSampleSink, type AudioSample } from 'mediabunny';
import type { CodedTrack, SoundPiece } from './piece.js';

/** Reads PCM of any depth, and telephone PCM, with the demuxer's own support. */
export async function* readPcm({ track, packets }: CodedTrack): AsyncGenerator<SoundPiece> {
  const last = packets.at(-1);
  if (!last) return;
  const sink = new AudioSampleSink(track);
  for await (const sample of sink.samples(undefined, last.timestamp + last.duration)) {
    yield { channels: readChannels(sample), rate: sample.sampleRate };
    sample.close();
  }
}

function readChannels(sample: AudioSample): Float32Array[] {
  return Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const samples = new Float32Array(sample.numberOfFrames);
    sample.copyTo(samples, { format: 'f32-planar', planeIndex });
    return samples;
  });
}
