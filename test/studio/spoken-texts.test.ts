import { expect } from 'chai';
import { renderSpeech } from '@media-platform/studio';
import { isSpoken, VOICES } from '../../domain/catalogue/voices.js';
import { SENTENCES, SPELLED } from '../catalogue/spoken-texts.js';

const { signal } = new AbortController();

/** Speaking all texts with all voices takes minutes. */
const EVERY = 12;

describe('the measured texts, with which the length of speech is estimated', () => {
  for (const [text, seconds] of [...SENTENCES, ...SPELLED].filter((_, at) => at % EVERY === 0)) {
    it(`take as long as the slowest voice: ${text}`, async () => {
      const spoken = await Promise.all(
        VOICES.filter(isSpoken).map(({ voice_key: key, gender, language }) =>
          renderSpeech(
            { text, voice: { key, gender, language }, speed: 1, format: 'wav' },
            { signal },
          ),
        ),
      );
      const slowest = Math.max(...spoken.map(({ durationSeconds }) => durationSeconds));
      expect(slowest).to.be.closeTo(seconds, 0.02);
    });
  }
});
