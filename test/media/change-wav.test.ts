import { expect } from 'chai';
import {
  createFinishedWav,
  SOUNDS,
} from '@media-platform/stand-ins/providers/openai/speech-sounds.js';
import { finishWav, padWav } from '../../adapters/media/change-wav.js';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { fixture } from './inspection/samples.js';

const secondsOf = (bytes: Buffer): Promise<number> =>
  new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) }).computeDuration();

describe('silence after a WAV file', () => {
  it('makes it as long as wanted, and keeps its samples', async () => {
    const wav = createFinishedWav(1.25);
    const padded = padWav(wav, 4);
    expect(await secondsOf(padded)).to.equal(4);
    expect(padded.subarray(44, wav.length).equals(wav.subarray(44))).to.equal(true);
    expect(padded.subarray(wav.length).every((byte) => byte === 0)).to.equal(true);
  });

  it('is appended to a file that is streamed without its size', async () => {
    expect(await secondsOf(padWav(SOUNDS.wav.create(1), 3))).to.equal(3);
  });

  it('is not added to a streamed file of the wanted length, which gets its sizes', () => {
    expect(padWav(SOUNDS.wav.create(2), 2).equals(createFinishedWav(2))).to.equal(true);
  });

  it('is not needed to write the sizes of a streamed file', async () => {
    const streamed = SOUNDS.wav.create(1);
    expect(finishWav(streamed).equals(createFinishedWav(1))).to.equal(true);
    expect(finishWav(createFinishedWav(1)).equals(createFinishedWav(1))).to.equal(true);
    const mp3 = SOUNDS.mp3.create(1);
    expect(finishWav(mp3)).to.equal(mp3);
  });

  it('is the middle value in samples of 8 bits', () => {
    const tone = fixture('tone.wav');
    const isBytes = tone.readUInt16LE(34) === 8;
    const last = padWav(tone, 600).at(-1);
    expect(last).to.equal(isBytes ? 0x80 : 0);
  });

  it('is not appended to longer files or to other files', () => {
    const wav = createFinishedWav(2);
    expect(padWav(wav, 1)).to.equal(wav);
    const mp3 = SOUNDS.mp3.create(1);
    expect(padWav(mp3, 3)).to.equal(mp3);
    expect(padWav(Buffer.from('RIFF'), 3)).to.deep.equal(Buffer.from('RIFF'));
  });
});
