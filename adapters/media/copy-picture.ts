import {
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type Input,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

/**
 * Passes an open clip's video track to a callback, then closes the clip.
 * @throws when the clip is not in an allowed format or has no video track
 */
export async function withPicture<T>(
  input: Input,
  work: (track: InputVideoTrack) => Promise<T>,
): Promise<T> {
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error('The clip has no picture.');
    return await work(track);
  } finally {
    input.dispose();
  }
}

/**
 * Returns the time of the first frame if it is before 0. An edit list hides such frames, but an
 * output cannot begin before 0.
 */
export const findEarlyStart = async (track: InputVideoTrack): Promise<number> =>
  Math.min(0, await track.getFirstTimestamp());

/**
 * Copies a clip's video track into a new MP4 without audio, with the index at the front. The video
 * packets are unchanged.
 * @param starts the time of each copy's first frame, in seconds
 * @throws when MP4 does not support the video codec
 */
export async function copyPicture(
  track: InputVideoTrack,
  starts: readonly number[],
): Promise<Buffer> {
  const codec = await track.getCodec();
  if (codec === null) throw new Error('The picture of the clip is of an unknown codec.');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { rotation: await track.getRotation() });
  await output.start();
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined };
  const early = await findEarlyStart(track);
  for (const start of starts) {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      await source.add(packet.clone({ timestamp: start - early + packet.timestamp }), meta);
    }
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('The clip could not be written.');
  return Buffer.from(target.buffer);
}
