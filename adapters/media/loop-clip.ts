import {
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny';

/**
 * Makes a clip of at least `secondsMin`: a shorter one is repeated from its start. Its packets are
 * copied as they are, without sound. For upstreams whose shortest motion clip is longer than ours.
 * @throws when it is not an MP4 or QuickTime file with a video codec that MP4 can hold
 */
export async function loopClip(clip: Buffer, secondsMin: number): Promise<Buffer> {
  const input = new Input({ formats: [MP4, QTFF], source: new BufferSource(clip) });
  try {
    const track = await input.getPrimaryVideoTrack();
    const codec = await track?.getCodec();
    if (!track || !codec) throw new Error('The clip has no picture of a known codec.');
    const first = await track.getFirstTimestamp();
    const length = (await track.computeDuration()) - first;
    if (length >= secondsMin) return clip;
    const target = new BufferTarget();
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
    const source = new EncodedVideoPacketSource(codec);
    output.addVideoTrack(source, { rotation: await track.getRotation() });
    await output.start();
    const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined };
    for (let start = 0; start < secondsMin; start += length) {
      for await (const packet of new EncodedPacketSink(track).packets()) {
        const timestamp = start + packet.timestamp - first;
        await source.add(packet.clone({ timestamp }), meta);
      }
    }
    await output.finalize();
    if (target.buffer === null) throw new Error('The clip could not be written.');
    return Buffer.from(target.buffer);
  } finally {
    input.dispose();
  }
}
