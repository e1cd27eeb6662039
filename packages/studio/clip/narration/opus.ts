import { OpusDecoder } from 'opus-decoder';
import { splitBatches, type CodedTrack, type SoundPiece } from './piece.js';

const RATE = 48_000;

/** Decodes Opus packets. Their header contains the number of channels and the samples to skip. */
export async function* decodeOpus(coded: CodedTrack): AsyncGenerator<SoundPiece> {
  const config = await coded.track.getDecoderConfig();
  const { gain, ...layout } = readHead(config?.description, config?.numberOfChannels ?? 2);
  const decoder = new OpusDecoder({ ...layout, sampleRate: RATE });
  await decoder.ready;
  try {
    for (const batch of splitBatches(coded)) {
      const { channelData } = decoder.decodeFrames(batch);
      yield {
        channels: channelData.map((samples) => samples.map((one) => one * gain)),
        rate: RATE,
      };
    }
  } finally {
    decoder.free();
  }
}

/**
 * Reads the identification header (RFC 7845, 5.1), which is missing in some recorders' WebM files.
 */
function readHead(description: AudioDecoderConfig['description'], channels: number) {
  const head = toBuffer(description);
  if (head.length < 19) return { channels, preSkip: 0, gain: 1 };
  const count = head.readUInt8(9);
  // The header gives the gain in 1/256 dB.
  const gain = 10 ** (head.readInt16LE(16) / 256 / 20);
  const layout = { channels: count, preSkip: head.readUInt16LE(10), gain };
  if (head.readUInt8(18) === 0 || head.length < 21 + count) return layout;
  return {
    ...layout,
    streamCount: head.readUInt8(19),
    coupledStreamCount: head.readUInt8(20),
    channelMappingTable: [...head.subarray(21, 21 + count)],
  };
}

function toBuffer(source: AudioDecoderConfig['description']): Buffer {
  if (source === undefined) return Buffer.alloc(0);
  return ArrayBuffer.isView(source)
    ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : Buffer.from(source);
}
