import { expect } from 'chai';
import { createAmbience, findVoices } from '../../clip/sounds-for-words.js';
import { VOICES, type VoiceName } from '../../clip/voices.js';
import { createRandom } from '../../picture/random.js';
import { RATE } from './hearing.js';

/** Creates six seconds of ambience, left and right interleaved. */
const sound = (prompt: string, seed = 'a') =>
  createAmbience(prompt, 6, createRandom(seed))(6 * RATE);

/** Computes the root mean square of a section, given in seconds. */
function level(samples: Float32Array, from: number, to: number): number {
  const piece = samples.subarray(from * RATE * 2, to * RATE * 2);
  return Math.sqrt(piece.reduce((sum, value) => sum + value * value, 0) / piece.length);
}

/** Counts sign changes of the left channel per second: high for hiss, low for a rumble. */
function crossings(samples: Float32Array): number {
  let count = 0;
  for (let at = 2; at < samples.length; at += 2) {
    if ((samples[at] ?? 0) < 0 !== (samples[at - 2] ?? 0) < 0) count += 1;
  }
  return count / 6;
}

describe('ambience of local clips', () => {
  it('matches the sounds that the prompt describes', () => {
    const rows: Record<string, readonly VoiceName[]> = {
      'a perfume bottle': ['pad'],
      'Rain on a tin roof': ['rain'],
      'waves at a beach': ['sea'],
      'Tokyo street at night in the rain': ['rain', 'city', 'night'],
      'birds in the forest': ['forest'],
      'campfire under the stars': ['fire', 'night'],
      'storm over the desert': ['rain', 'wind'],
      'epic cinematic shot': ['pad'],
    };
    const heard = Object.fromEntries(
      Object.keys(rows).map((prompt) => [prompt, findVoices(prompt).map(({ voice }) => voice)]),
    );
    expect(heard).to.deep.equal(rows);
  });

  it('plays every voice audibly but quietly, without clipping, and fades in and out', () => {
    const prompts = ['rain', 'waves', 'campfire', 'street', 'birds', 'night', 'wind', 'music'];
    const covered = new Set(
      prompts.flatMap((prompt) => findVoices(prompt).map(({ voice }) => voice)),
    );
    expect([...covered].toSorted()).to.deep.equal(Object.keys(VOICES).toSorted());
    for (const prompt of prompts) {
      const samples = sound(prompt);
      const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      expect(peak, prompt).to.be.within(0.02, 0.8);
      expect(level(samples, 1, 5), prompt).to.be.within(0.008, 0.2);
      expect(level(samples, 0, 0.02), prompt).to.be.below(0.01);
      expect(level(samples, 5.98, 6), prompt).to.be.below(0.01);
    }
  });

  it('is the same for the same prompt, changes with other words, and differs between left and right', () => {
    expect(sound('rain')).to.deep.equal(sound('rain'));
    expect(sound('rain')).not.to.deep.equal(sound('rain', 'b'));
    const rain = sound('rain');
    const apart = rain.some(
      (value, at) => at % 2 === 0 && Math.abs(value - (rain[at + 1] ?? 0)) > 0.01,
    );
    expect(apart).to.equal(true);
    expect(crossings(rain)).to.be.above(4 * crossings(sound('street')));
  });
});
