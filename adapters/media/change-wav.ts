import { MEDIA_BYTES_MAX } from '../../domain/catalogue/media-types.js';

/** A chunk of a RIFF file: where its contents begin, and how long they are. */
interface Chunk {
  readonly at: number;
  readonly length: number;
}

const HEADER_BYTES = 12;
/** A file has a few chunks; more are not searched. */
const CHUNKS_MAX = 64;
const PCM = 1;

/**
 * Appends silence to a WAV file of PCM samples until it lasts at least this long, so that speech is
 * as long as its clip. Files that are longer keep their samples; files that are not PCM are
 * returned unchanged.
 * @param wav a file that was checked; a size of 0xffffffff means "until the end"
 */
export function padWav(wav: Buffer, seconds: number): Buffer {
  const format = findChunk(wav, 'fmt ');
  const data = findChunk(wav, 'data');
  if (!format || !data || format.length < 16) return wav;
  const byteRate = wav.readUInt32LE(format.at + 8);
  const frameBytes = wav.readUInt16LE(format.at + 12);
  if (wav.readUInt16LE(format.at) !== PCM || frameBytes === 0) return wav;
  const wanted = Math.ceil((seconds * byteRate) / frameBytes) * frameBytes;
  const missing = wanted - data.length;
  if (missing <= 0 || wanted > MEDIA_BYTES_MAX.audio) return finishWav(wav);
  // Samples of 8 bits are unsigned, so their silence is in the middle.
  const silence = Buffer.alloc(missing, wav.readUInt16LE(format.at + 14) === 8 ? 0x80 : 0);
  const padded = Buffer.concat([wav.subarray(0, data.at + data.length), silence]);
  padded.writeUInt32LE(wanted, data.at - 4);
  padded.writeUInt32LE(padded.length - 8, 4);
  return padded;
}

/**
 * Writes the sizes of a WAV file that was streamed without them, so that every reader accepts it.
 * Files with correct sizes, and other files, are returned unchanged.
 */
export function finishWav(wav: Buffer): Buffer {
  const isWav = wav.toString('latin1', 0, 4) === 'RIFF';
  const data = isWav ? findChunk(wav, 'data') : null;
  if (!data || wav.readUInt32LE(data.at - 4) === data.length) return wav;
  const finished = Buffer.from(wav);
  finished.writeUInt32LE(data.length, data.at - 4);
  finished.writeUInt32LE(wav.length - 8, 4);
  return finished;
}

function findChunk(wav: Buffer, name: string): Chunk | null {
  let at = HEADER_BYTES;
  for (let count = 0; count < CHUNKS_MAX && at + 8 <= wav.length; count += 1) {
    const length = Math.min(wav.readUInt32LE(at + 4), wav.length - at - 8);
    if (wav.toString('latin1', at, at + 4) === name) return { at: at + 8, length };
    at += 8 + length + (length & 1);
  }
  return null;
}
