import { expect } from 'chai';
import { findFittingSpeed, findSpeedMax } from '../../domain/catalogue/speech-speed.js';

const OPENAI = { provider: 'openai', upstreamModel: 'speech' };
const ELEVENLABS = { provider: 'elevenlabs', upstreamModel: 'eleven_multilingual_v2' };
const RENDERER = { provider: 'local', upstreamModel: 'studio' };

describe('the tempo of speech that was longer than its clip', () => {
  it('is the needed factor, rounded up, with a margin', () => {
    expect(findFittingSpeed(OPENAI, 4.6 / 4)).to.equal(1.17);
    expect(findFittingSpeed(OPENAI, 4.11 / 4)).to.equal(1.05);
    expect(findFittingSpeed(RENDERER, 1.25)).to.equal(1.27);
  });

  it('does not exist for speech that is more than a quarter longer', () => {
    expect(findFittingSpeed(OPENAI, 1.26)).to.equal(null);
  });

  it('stays within the limit of its source', () => {
    expect([OPENAI, ELEVENLABS, RENDERER].map(findSpeedMax)).to.deep.equal([2, 1.2, 2]);
    expect(findFittingSpeed(ELEVENLABS, 1.19)).to.equal(1.2);
    expect(findFittingSpeed(ELEVENLABS, 1.201)).to.equal(null);
  });
});
