import { EncodedPacketSink, type EncodedPacket, type InputAudioTrack } from 'mediabunny';

/**
 * Reads the packets in a track's first seconds, counted from its beginning, or from 0 if it begins
 * before 0. The codec's packet rate limits them, because a file may contain any times.
 * @param aSecond the codec's maximum number of packets per second
 */
export async function readFirstPackets(
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
