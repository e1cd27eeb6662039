import type { EncodedPacket, InputAudioTrack } from 'mediabunny';

/**
 * A stretch of decoded sound: one array of samples per channel, all equally long, with values from
 * about -1 to 1.
 */
export interface SoundPiece {
  readonly channels: readonly Float32Array[];
  /** The sample rate, in samples per second. */
  readonly rate: number;
}

/** A decoder's input: a track, and as many of its packets as the clip can need. */
export interface CodedTrack {
  readonly track: InputAudioTrack;
  readonly packets: readonly EncodedPacket[];
}

/**
 * Decodes packets in order. Yields pieces as they are decoded, so that the caller can stop when the
 * clip is full: a file may claim that an hour of sound lasts a second.
 */
export type Decode = (coded: CodedTrack) => AsyncGenerator<SoundPiece>;

/** Number of packets passed to a decoder at a time. */
const BATCH = 16;

/** Yields the packets' bytes in batches. */
export function* splitBatches({ packets }: CodedTrack): Generator<Uint8Array[]> {
  for (let at = 0; at < packets.length; at += BATCH) {
    yield packets.slice(at, at + BATCH).map(({ data }) => data);
  }
}
