import { expect } from 'chai';
import {
  estimateSpeechSeconds,
  findClipLength,
  findDuration,
} from '../../domain/catalogue/speech-length.js';
import { SENTENCES, SPELLED } from './spoken-texts.js';

/** A sentence may be estimated this much longer, and a short one by a fraction of a second. */
const FACTOR_MAX = 1.3;
const SECONDS_MAX = 0.2;

const estimate = (text: string) => estimateSpeechSeconds(text);

describe('the estimated length of speech', () => {
  it('is never shorter than the speech of the slowest voice of the studio', () => {
    const rows = [...SENTENCES, ...SPELLED];
    expect(rows.length).to.be.greaterThan(90);
    const short = rows.filter(([text, seconds]) => estimate(text) < seconds);
    expect(short).to.deep.equal([]);
  });

  it('is at most 30 percent longer for sentences of normal words', () => {
    const long = SENTENCES.filter(
      ([text, seconds]) => estimate(text) > seconds * FACTOR_MAX + SECONDS_MAX,
    );
    expect(long).to.deep.equal([]);
  });

  it('is longer for abbreviations than for words, unless the whole sentence is in capitals', () => {
    expect(estimate('It uses HTML.')).to.be.greaterThan(estimate('It uses html.') - 0.01);
    expect(estimate('My IBM runs.')).to.be.greaterThan(estimate('My ibex runs.') + 0.3);
    expect(estimate('GIVE IT TO ME NOW')).to.be.closeTo(estimate('give it to me now'), 0.01);
    expect(estimate('This is UNESCO.')).to.be.closeTo(estimate('This is Unesco.'), 0.01);
  });

  it('counts a number by its words, and each Japanese or Chinese character', () => {
    expect(estimate('777')).to.be.greaterThan(estimate('77') + 0.5);
    expect(estimate('7,777')).to.be.greaterThan(estimate('777') + 0.5);
    expect(estimate('こんにちは') - estimate('こん')).to.be.closeTo(3 * 0.22, 0.02);
  });

  it('is computed in a moment for the longest text', () => {
    for (const part of ['a', 'A', 'B', 'Aa', '1,', 'W ', '. ', '."', ',)', '["', "'", '\n', '漢']) {
      const began = performance.now();
      estimate(`x${part.repeat(4_000 / part.length)}x`);
      expect(performance.now() - began, part).to.be.below(100);
    }
  });

  it('chooses the shortest clip, and none if every clip is too short', () => {
    expect(findClipLength('Good morning.', ['10', '2', '5'])).to.equal('2');
    expect(findClipLength('Good morning. '.repeat(20), ['10', '2', '5'])).to.equal(null);
    expect(findDuration(4.6, ['10', '5', '4'])).to.equal('5');
    expect(findDuration(10.1, ['10', '5', '4'])).to.equal(null);
  });
});
