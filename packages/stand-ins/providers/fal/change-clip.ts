import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP3,
  MP4,
  Mp4OutputFormat,
  Output,
  WAVE,
} from 'mediabunny';

/**
 * Replaces a clip's sound. Packets are copied unchanged, so the clip keeps its pictures and length;
 * the lips do not move.
 * @param sound WAV or MP3
 */
export async function joinSound(clip: Buffer, sound: Buffer): Promise<Buffer> {
  const video = new Input({ formats: [MP4], source: new BufferSource(clip) });
  const audio = new Input({ formats: [WAVE, MP3], source: new BufferSource(sound) });
  const [pictures, speech] = [
    await video.getPrimaryVideoTrack(),
    await audio.getPrimaryAudioTrack(),
  ];
  if (!pictures?.codec || !speech?.codec) throw new Error('a clip and a sound are required');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const pictureSource = new EncodedVideoPacketSource(pictures.codec);
  const speechSource = new EncodedAudioPacketSource(speech.codec);
  output.addVideoTrack(pictureSource);
  output.addAudioTrack(speechSource);
  await output.start();
  const pictureConfig = await pictures.getDecoderConfig();
  for await (const packet of new EncodedPacketSink(pictures).packets()) {
    await pictureSource.add(packet, pictureConfig ? { decoderConfig: pictureConfig } : {});
  }
  pictureSource.close();
  const speechConfig = await speech.getDecoderConfig();
  for await (const packet of new EncodedPacketSink(speech).packets()) {
    await speechSource.add(packet, speechConfig ? { decoderConfig: speechConfig } : {});
  }
  speechSource.close();
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/**
 * Stretches a clip to a number of seconds, without its sound: each picture is shown for longer.
 * @param seconds the wanted length
 */
export async function stretchClip(clip: Buffer, seconds: number): Promise<Buffer> {
  const input = new Input({ formats: [MP4], source: new BufferSource(clip) });
  const pictures = await input.getPrimaryVideoTrack();
  if (!pictures?.codec) throw new Error('a clip is required');
  const factor = seconds / (await pictures.computeDuration());
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource(pictures.codec);
  output.addVideoTrack(source);
  await output.start();
  const config = await pictures.getDecoderConfig();
  for await (const packet of new EncodedPacketSink(pictures).packets()) {
    const { timestamp, duration } = packet;
    const slow = packet.clone({ timestamp: timestamp * factor, duration: duration * factor });
    await source.add(slow, config ? { decoderConfig: config } : {});
  }
  source.close();
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}
