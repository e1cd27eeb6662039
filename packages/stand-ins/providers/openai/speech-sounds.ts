const RATE = 24_000;
const TONE_HERTZ = 440;
/** A frame of MPEG 1, layer 3, with 128 kbit/s and 44.1 kHz: 417 bytes of silence, 26 ms. */
const MP3_HEADER = [0xff, 0xfb, 0x90, 0x00];
const MP3_FRAME_BYTES = 417;
const MP3_FRAME_SECONDS = 1_152 / 44_100;

/** Creates a tone as samples of 16 bits at 24 kHz, the format `pcm`. */
function createPcm(seconds: number): Buffer {
  const samples = Math.round(RATE * seconds);
  const pcm = Buffer.alloc(samples * 2);
  for (let at = 0; at < samples; at += 1) {
    const value = Math.sin((2 * Math.PI * TONE_HERTZ * at) / RATE);
    pcm.writeInt16LE(Math.round(8_000 * value), at * 2);
  }
  return pcm;
}

/** Creates a WAV as OpenAI streams it: its sizes are the largest number, because it has no end yet. */
function createWav(seconds: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(0xff_ff_ff_ff, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(0xff_ff_ff_ff, 40);
  return Buffer.concat([header, createPcm(seconds)]);
}

/** Creates a WAV with its final sizes, as a vendor stores it. */
export function createFinishedWav(seconds: number): Buffer {
  const wav = createWav(seconds);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.writeUInt32LE(wav.length - 44, 40);
  return wav;
}

function createMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(MP3_FRAME_BYTES);
  frame.set(MP3_HEADER);
  return Buffer.concat(Array.from({ length: Math.ceil(seconds / MP3_FRAME_SECONDS) }, () => frame));
}

/** The formats that the stand-in makes, with their declared types. */
export const SOUNDS = {
  mp3: { type: 'audio/mpeg', create: createMp3 },
  wav: { type: 'audio/wav', create: createWav },
  pcm: { type: 'audio/pcm', create: createPcm },
} as const;
