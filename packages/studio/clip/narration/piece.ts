import type { EncodedPacket, InputAudioTrack } from 'mediabunny';

/**
 * A stretch of decoded sound: one array of samples per channel, all of the same length, about
 * -1..1.
 */
export interface SoundPiece {
  readonly channels: readonly Float32Array[];
  /** Samples per second. */
  readonly rate: number;
}

/** Input of a decoder: a track, and as many of its packets as the clip can need. */
export interface CodedTrack {
  readonly track: InputAudioTrack;
  readonly packets: readonly EncodedPacket[];
}

/**
 * Decodes packets in order. Yields pieces as they are decoded, so that the caller can stop when the
 * clip is full: a file may claim that an hour of sound lasts a second.
 */
export type Decode = (coded: CodedTrack) => AsyncGenerator<SoundPiece>;

/** Packets passed to a decoder at a time. */
const BATCH = 16;

/** The bytes of the packets, in batches. */
export function* splitBatches({ packets }: CodedTrack): Generator<Uint8Array[]> {
  for (let at = 0; at < packets.length; at += BATCH) {
    yield packets.slice(at, at + BATCH).map(({ data }) => data);
  }
}
