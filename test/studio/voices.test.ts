import { expect } from 'chai';
import { renderSpeech, UnsupportedLanguage } from '@media-platform/studio';
import { isSpoken, VOICES, type Voice } from '../../domain/catalogue/voices.js';

const { signal } = new AbortController();

/** Speaks the same text with a voice of the catalogue. */
const speak = ({ voice_key: key, gender, language }: Voice) =>
  renderSpeech(
    { text: 'Good morning.', voice: { key, gender, language }, speed: 1, format: 'wav' },
    { signal },
  );

describe('voices of the catalogue in the studio', () => {
  it('sound different, if the catalogue says that they are spoken', async () => {
    const spoken = VOICES.filter(isSpoken);
    const speeches = await Promise.all(spoken.map(speak));
    const distinct = new Set(speeches.map(({ bytes }) => bytes.toString('latin1')));
    expect(distinct.size).to.equal(spoken.length).and.equal(7);
  });

  it('are refused by their language otherwise', async () => {
    const others = VOICES.filter((voice) => !isSpoken(voice));
    expect(others).to.have.length(9);
    for (const voice of others) {
      const error = await speak(voice).catch((thrown: unknown) => thrown);
      expect(error, voice.voice_key).to.be.instanceOf(UnsupportedLanguage);
    }
  });
});
