import { expect } from 'chai';
import { boxAt, clip, failure, fixture, media, seen } from './clips.js';
import {
  decibels,
  heard,
  longestStep,
  loudness,
  peak,
  RATE,
  tone,
  toneAt,
  wav,
} from './hearing.js';

/** Each file contains half a second of 440 Hz at an eighth of full scale. */
const FORMATS: Readonly<Record<string, string>> = {
  'Ogg Opus': 'tone.ogg',
  'Ogg Vorbis': 'vorbis.ogg',
  'WebM Opus': 'tone.weba',
  'WebM Vorbis': 'vorbis.weba',
  MP3: 'tone.mp3',
  'M4A (AAC)': 'tone.m4a',
  'bare AAC': 'tone.aac',
  WAV: 'tone.wav',
  'FLAC in Ogg': 'flac.ogg',
  'FLAC in M4A': 'flac.m4a',
};
const TONE = 440;
const STRENGTH = 1 / 8;
const UNDER_DECIBELS = -12;

describe('narration of local clips', () => {
  let ambience: Float32Array;
  before(async () => {
    ambience = (await heard(await clip({ audio: true }), 1)).left;
  });

  for (const [format, file] of Object.entries(FORMATS)) {
    it(`is encoded from ${format} as AAC-LC at 48 kHz in stereo, louder than the ambience`, async () => {
      const mp4 = await clip({ audio: true, narration: media(fixture(file)) });
      const { audio, seconds } = await seen(mp4);
      expect(audio.map(({ codec, rate, channels }) => [codec, rate, channels])).to.deep.equal([
        ['aac', RATE, 2],
      ]);
      expect(audio[0]?.profile).to.equal('mp4a.40.2');
      expect([audio[0]?.seconds, seconds]).to.deep.equal([1, 1]);

      const { left, right } = await heard(mp4, 1);
      for (const side of [left, right]) {
        expect(decibels(toneAt(TONE, side, 0.05, 0.45), STRENGTH)).to.be.within(-1.5, 1.5);
      }
      // After the narration only the quiet ambience is left.
      expect(decibels(toneAt(TONE, left, 0.55, 0.95), STRENGTH)).to.be.below(-30);
      const quiet = decibels(loudness(left, 0.55, 0.95), loudness(ambience, 0.55, 0.95));
      expect(quiet).to.be.within(UNDER_DECIBELS - 1, UNDER_DECIBELS + 1);
    });
  }

  it('starts with the picture: a tone at half a second is heard at half a second', async () => {
    const late = (at: number) => (at < 0.5 ? 0 : tone(1_000, 0.5)(at));
    const { left } = await heard(
      await clip({ audio: true, narration: media(wav(44_100, 1, late)) }),
      1,
    );
    const onset = left.findIndex((sample) => Math.abs(sample) > 0.2) / RATE;
    expect(onset).to.be.closeTo(0.5, 0.002);
  });

  for (const seconds of [1, 4]) {
    it(`is cut or padded to a clip of ${seconds} s, exact to the sample`, async () => {
      for (const length of [0.3, seconds + 2.3]) {
        const narration = media(wav(16_000, length, tone(300, 0.3)));
        const mp4 = await clip({ audio: true, narration, seconds, width: 64, height: 64 });
        const { audio } = await seen(mp4);
        expect(audio[0]?.seconds).to.equal(seconds);
        expect(trackSeconds(mp4)).to.equal(seconds);
      }
    });
  }

  it('keeps stereo channels separate and plays mono on both sides', async () => {
    const stereo = media(wav(22_050, 1, tone(500, 0.4), tone(1_500, 0.4)));
    const { left, right } = await heard(await clip({ audio: true, narration: stereo }), 1);
    expect(decibels(toneAt(500, left, 0.1, 0.9), 0.4)).to.be.within(-1, 1);
    expect(decibels(toneAt(500, right, 0.1, 0.9), 0.4)).to.be.below(-30);
    expect(decibels(toneAt(1_500, right, 0.1, 0.9), 0.4)).to.be.within(-1, 1);
    const surround = media(fixture('surround.m4a'));
    const middle = await heard(await clip({ audio: true, narration: surround }), 1);
    expect(decibels(toneAt(TONE, middle.left, 0.1, 0.4), STRENGTH)).to.be.within(-4.5, -1.5);
    expect(decibels(toneAt(TONE, middle.right, 0.1, 0.4), STRENGTH)).to.be.within(-4.5, -1.5);
  });

  it('is lowered without clipping or overtones when it is at full scale', async () => {
    const narration = media(wav(48_000, 1, tone(1_000, 1)));
    const { left } = await heard(await clip({ audio: true, narration, prompt: 'a storm' }), 1);
    expect(peak(left)).to.be.below(1);
    const main = toneAt(1_000, left, 0.1, 0.9);
    expect(decibels(main, 1)).to.be.within(-4, -1);
    for (const overtone of [2_000, 3_000, 5_000]) {
      expect(decibels(toneAt(overtone, left, 0.1, 0.9), main)).to.be.below(-40);
    }
  });

  it('does not click at a cut or at its end', async () => {
    for (const seconds of [0.5, 3]) {
      const { left } = await heard(
        wav(44_100, seconds, () => 0.8),
        1,
      );
      expect(longestStep(left)).to.be.below(0.8 / (0.004 * RATE));
    }
  });

  it('is silent when audio is off', async () => {
    const { audio } = await seen(
      await clip({ audio: false, narration: media(fixture('tone.mp3')) }),
    );
    expect(audio).to.deep.equal([]);
  });

  it('fails as unreadable, instead of being dropped, if no decoder can read it', async () => {
    const { kind, message } = await failure({
      audio: true,
      narration: media(fixture('alac.m4a')),
    });
    expect([kind, message]).to.deep.equal(['unreadable', 'The narration cannot be read.']);
  });
});

/** Reads the duration of the sound track from its edit list, in seconds. */
function trackSeconds(mp4: Buffer): number {
  const film = boxAt(mp4, 'moov', 'mvhd');
  const tracks = boxAt(mp4, 'moov');
  const from = tracks.lastIndexOf('elst');
  // The version, the flags and the number of entries come before the length of the first entry.
  return tracks.readUInt32BE(from + 12) / film.readUInt32BE(12);
}
