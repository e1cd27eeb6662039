import { expect } from 'chai';
import { BufferSource, Input, WAVE } from 'mediabunny';
import { UnsupportedLanguage } from '../../speech/voices.js';
import { failure, MAN, measurePitch, prose, samplesOf, speak, WOMAN } from './speeches.js';

describe('speech of the studio', () => {
  it('is a WAV of 16 kHz with one channel, whose duration is reported', async () => {
    const { bytes, contentType, durationSeconds } = await speak();
    expect(contentType).to.equal('audio/wav');
    const input = new Input({ formats: [WAVE], source: new BufferSource(bytes) });
    const track = await input.getPrimaryAudioTrack();
    const { codec, sampleRate, numberOfChannels } = track ?? expect.fail('no sound');
    expect({ codec, sampleRate, numberOfChannels }).to.deep.equal({
      codec: 'pcm-s16',
      sampleRate: 16_000,
      numberOfChannels: 1,
    });
    expect(await input.computeDuration()).to.equal(durationSeconds);
    input.dispose();
  });

  it('sounds like speech: the length of its words, mostly voiced, loud and not clipped', async () => {
    for (const voice of [WOMAN, MAN]) {
      const speech = await speak({ voice });
      expect(speech.durationSeconds / 9, 'seconds per word').to.be.within(0.2, 0.45);
      const samples = samplesOf(speech);
      const peak = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
      expect(peak, 'peak').to.be.within(8_000, 32_000);
      expect(measurePitch(samples, 16_000).voiced, 'voiced share').to.be.within(0.5, 0.95);
    }
  });

  it('gets longer with the text, and shorter with the speed', async () => {
    const [one, five] = [await speak({ text: prose(142) }), await speak({ text: prose(710) })];
    expect(five.durationSeconds / one.durationSeconds).to.be.within(4.5, 5.5);
    for (const speed of [0.5, 2]) {
      const { durationSeconds } = await speak({ text: prose(142), speed });
      expect((durationSeconds * speed) / one.durationSeconds, `${speed}`).to.be.within(0.95, 1.05);
    }
  });

  it('has the pitch of its voice', async () => {
    const hertz = async (gender: 'female' | 'male' | 'neutral') =>
      measurePitch(samplesOf(await speak({ voice: { ...WOMAN, gender } })), 16_000).hertz;
    expect(await hertz('male')).to.be.within(80, 125);
    expect(await hertz('neutral')).to.be.within(130, 160);
    expect(await hertz('female')).to.be.within(160, 220);
  });

  it('differs between the voices that have their own sound', async () => {
    const voices = [
      WOMAN,
      MAN,
      ...['harriet', 'edmund', 'matilda', 'arjun'].map((key) => ({ ...WOMAN, key })),
    ];
    const made = await Promise.all(voices.map((voice) => speak({ voice })));
    const distinct = new Set(made.map(({ bytes }) => bytes.toString('latin1')));
    expect(distinct.size).to.equal(voices.length);
  });

  it('has the same bytes for the same request', async () => {
    const [one, again] = [await speak(), await speak()];
    expect(one.bytes.equals(again.bytes)).to.equal(true);
  });

  it('ignores what cannot be pronounced, and is not controlled by the text', async () => {
    const { bytes } = await speak({ text: 'Hello world.' });
    for (const text of ['Hello\u0000\u0007\u001b world.', '😀 Héllo ψ world.']) {
      const other = await speak({ text });
      expect(other.bytes.equals(bytes), JSON.stringify(text)).to.equal(true);
    }
    expect((await speak({ text: '--help -voice kal %s%n' })).durationSeconds).to.be.above(1);
  });

  it('is refused for other languages, with the languages that it has', async () => {
    for (const language of ['de-DE', 'enm', '']) {
      const error = await failure({ voice: { ...WOMAN, language } });
      expect(error).to.be.instanceOf(UnsupportedLanguage);
      expect(error).to.include({ kind: 'unsupported' });
      expect((error as UnsupportedLanguage).supported).to.deep.equal(['en']);
      expect(error.message).to.include('en.');
    }
    expect((await speak({ voice: { ...WOMAN, language: 'EN' } })).durationSeconds).to.be.above(1);
  });

  it('is refused for a text without words, a long text, and a speed out of range', async () => {
    const rows = [
      [{ text: '' }, 'no words'],
      [{ text: '😀'.repeat(2_000) }, 'no words'],
      [{ text: 'ψ'.repeat(4_000) }, 'no words'],
      [{ text: '\u0001\r\n\u007f'.repeat(1_000) }, 'no words'],
      [{ text: prose(4_001) }, '4001 characters'],
      [{ speed: 0.49 }, '0.49'],
      [{ speed: 2.01 }, '2.01'],
      [{ speed: Number.NaN }, 'NaN'],
    ] as const;
    for (const [changes, named] of rows) {
      const { kind, message } = await failure(changes);
      expect(kind, message).to.equal('unsupported');
      expect(message).to.include(named);
    }
  });

  it('is refused for a text that takes longer than 15 minutes', async () => {
    const { kind, message } = await failure({ text: '9'.repeat(4_000), speed: 0.5 });
    expect(kind, message).to.equal('unsupported');
    expect(message).to.include('15 minutes');
  });
});
