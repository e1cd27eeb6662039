import {
  BufferTarget,
  EncodedAudioPacketSource,
  Output,
  type AudioCodec,
  type OutputFormat,
} from 'mediabunny';
import type { CodedTrack } from './piece.js';

/** Writes packets into a small file that starts at 0, for decoders that accept only files. */
export async function repack(
  { track, packets }: CodedTrack,
  codec: AudioCodec,
  format: OutputFormat,
): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined };
  const start = packets[0]?.timestamp ?? 0;
  for (const packet of packets) {
    await source.add(packet.clone({ timestamp: packet.timestamp - start }), meta);
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}
