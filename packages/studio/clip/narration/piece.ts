import type { EncodedPacket, InputAudioTrack } from 'mediabunny';

/** A stretch of decoded sound: one array of samples a channel, all of one length, about -1..1. */
export interface Piece {
  readonly channels: readonly Float32Array[];
  /** Samples a second. */
  readonly rate: number;
}

/** What a decoder works on: a track, and as many of its packets as the clip can need. */
export interface Coded {
  readonly track: InputAudioTrack;
  readonly packets: readonly EncodedPacket[];
}

/**
 * Decodes packets in order. It gives pieces as they are made, so that whoever asks can stop when the
 * clip is full: a file may claim that an hour of sound lasts a second.
 */
export type Decode = (coded: Coded) => AsyncGenerator<Piece>;

/** Packets that are handed to a decoder at a time. */
const BATCH = 16;

/** The bytes of the packets, a batch at a time. */
export function* batchesOf({ packets }: Coded): Generator<Uint8Array[]> {
  for (let at = 0; at < packets.length; at += BATCH) {
    yield packets.slice(at, at + BATCH).map(({ data }) => data);
  }
}
