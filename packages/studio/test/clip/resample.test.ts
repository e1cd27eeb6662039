import { expect } from 'chai';
import { mixUnder } from '../../clip/mix.js';
import { resample } from '../../clip/narration/resample.js';
import { mixToStereo } from '../../clip/narration/stereo.js';
import { decibels, loudness, RATE, tone, toneAt } from './hearing.js';

const sampled = (rate: number, seconds: number, sound: (at: number) => number): Float32Array =>
  Float32Array.from({ length: Math.round(rate * seconds) }, (_, at) => sound(at / rate));
const at48 = (samples: Float32Array, from: number) =>
  resample(samples, { from, to: RATE, length: RATE });

describe('the narration resampler and mixer', () => {
  for (const rate of [8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000]) {
    it(`resample ${rate} samples a second to 48,000, keeping the tone without adding artefacts`, () => {
      const made = at48(sampled(rate, 1, tone(1_000, 0.5)), rate);
      expect(decibels(toneAt(1_000, made, 0.1, 0.9), 0.5)).to.be.within(-0.05, 0.05);
      const rest = made.map((sample, at) => sample - tone(1_000, 0.5)(at / RATE));
      expect(decibels(loudness(rest, 0.1, 0.9), 0.5)).to.be.below(-55);
    });
  }

  it('filter out frequencies too high for 48,000 samples a second instead of aliasing them', () => {
    const made = at48(sampled(96_000, 1, tone(30_000, 0.5)), 96_000);
    expect(decibels(loudness(made, 0.1, 0.9), 0.5)).to.be.below(-60);
  });

  it('keep the speech frequencies that telephones and microphones record', () => {
    for (const [rate, hertz] of [
      [8_000, 3_400],
      [16_000, 6_800],
      [44_100, 16_000],
    ] as const) {
      const made = at48(sampled(rate, 1, tone(hertz, 0.5)), rate);
      expect(decibels(toneAt(hertz, made, 0.1, 0.9), 0.5), `${rate}`).to.be.within(-1, 0.1);
    }
  });

  it('mix the centre channel into both sides and drop the bass channel', () => {
    const channels = (...levels: number[]) => levels.map((level) => Float32Array.of(level));
    const heard = (order: 'wave' | 'xiph', ...levels: number[]) => {
      const { left, right } = mixToStereo(channels(...levels), order);
      return [left[0], right[0]].map((level) => Math.round((level ?? NaN) * 100) / 100);
    };
    expect(heard('wave', 0.5)).to.deep.equal([0.5, 0.5]);
    expect(heard('wave', 0.5, 0.2)).to.deep.equal([0.5, 0.2]);
    expect(heard('wave', 0, 0, 1, 0, 0, 0)).to.deep.equal([0.71, 0.71]);
    expect(heard('xiph', 0, 1, 0, 0, 0, 0)).to.deep.equal([0.71, 0.71]);
    expect(heard('wave', 0, 0, 0, 1, 0, 0)).to.deep.equal([0, 0]);
    expect(heard('xiph', 0, 0, 0, 0, 0, 1)).to.deep.equal([0, 0]);
    expect(heard('wave', 0, 0, 0, 0, 0.5, 0)).to.deep.equal([0.35, 0]);
    expect(heard('wave', 0.5, 0.25, ...Array.from({ length: 10 }, () => 1))).to.deep.equal([
      0.5, 0.25,
    ]);
  });

  it('lower the ambience by 12 dB under a narration, which keeps its level', () => {
    const silence = new Float32Array(2);
    const under = mixUnder(Float32Array.of(0.4, -0.4, 0.4, -0.4), {
      left: silence,
      right: silence,
    });
    expect(under.map((level) => Math.round(decibels(Math.abs(level), 0.4)))).to.deep.equal(
      Float32Array.of(-12, -12, -12, -12),
    );
    const voice = { left: Float32Array.of(0.5, 0.25), right: Float32Array.of(-0.5, 0.125) };
    expect(mixUnder(new Float32Array(4), voice)).to.deep.equal(
      Float32Array.of(0.5, -0.5, 0.25, 0.125),
    );
  });

  it('lower the whole mix to 1 dB below full scale when it is too loud', () => {
    const voice = { left: Float32Array.of(1, 0.5), right: Float32Array.of(-1, -0.5) };
    const mixed = mixUnder(Float32Array.of(0.8, -0.8, 0.4, -0.4), voice);
    expect(decibels(Math.max(...mixed), 1)).to.be.closeTo(-1, 0.01);
    expect((mixed[2] ?? 0) / (mixed[0] ?? 1)).to.be.closeTo(0.5, 1e-6);
  });
});
