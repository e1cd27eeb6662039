import { EncodedPacketSink, type EncodedPacket, type InputAudioTrack } from 'mediabunny';

/**
 * The packets of the first seconds of a track, counted from where it begins, or from 0 when it begins
 * before that. No more of them than so much sound can have: the times in a file may be anything.
 * @param aSecond the most packets that a second of the codec has
 */
export async function firstPackets(
  track: InputAudioTrack,
  seconds: number,
  aSecond: number,
): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  const most = Math.ceil((seconds + 1) * aSecond);
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const start = Math.max(0, packets[0]?.timestamp ?? 0);
    if (packet.timestamp - start >= seconds || packets.length >= most) break;
    packets.push(packet);
  }
  return packets;
}
