import { expect } from 'chai';
import sharp from 'sharp';
import { readShot } from '../../clip/shot.js';
import { createAir } from '../../clip/weather.js';
import { patches } from '../patches.js';
import { scene } from './clips.js';
import { difference, frameAt, framesOf, rgbOf, square } from './frames.js';

describe('frames of local clips', () => {
  it('begin with the first frame in its own colours, cropped like the poster', async () => {
    // The second picture is wider than the clip, so both of its sides are cropped.
    for (const firstFrame of [await scene(), await scene(900, 360), await scene(160, 90)]) {
      for (const prompt of ['zoom out', 'rain at the sea, handheld', 'campfire, orbit']) {
        const frames = await framesOf({ prompt, firstFrame });
        const shown = await rgbOf(frames.draw(0), 320, 180);
        const wanted = await sharp(firstFrame)
          .resize(320, 180, { fit: 'cover' })
          .removeAlpha()
          .raw()
          .toBuffer();
        const sum = shown.reduce((all, value, at) => all + Math.abs(value - (wanted[at] ?? 0)), 0);
        expect(sum / shown.length, prompt).to.be.below(2);
      }
    }
  });

  it('move the picture as the prompt asks', async () => {
    const rows = {
      'zoom in on it': ['width', 1.1, 1.4],
      'the camera zooms out': ['width', 0.8, 0.95],
      'camera pans to the right': ['x', 0.7, 0.92],
      'slow pan left': ['x', 1.01, 1.3],
      'tilt up': ['y', 1.05, 1.4],
      'tilt down': ['y', 0.6, 0.95],
    } as const;
    for (const [prompt, [what, low, high]] of Object.entries(rows)) {
      const frames = await framesOf({ prompt });
      const [start, end] = [square(frameAt(frames, 0)), square(frameAt(frames, 95))];
      expect(end[what] / start[what], prompt).to.be.within(low, high);
    }
  });

  it('keep a static shot still, except for the light, which keeps changing', async () => {
    const frames = await framesOf({ prompt: 'static shot' });
    const [start, later, end] = [0, 40, 95].map((at) => frameAt(frames, at));
    if (!start || !later || !end) throw new Error('three frames');
    expect(square(end)).to.deep.equal(square(start));
    expect(difference(start, end)).to.be.within(0.3, 8);
    expect(difference(later, end)).to.be.above(0.3);
  });

  it('change gradually, without a jump from one frame to the next', async () => {
    for (const prompt of [
      'zoom in fast',
      'handheld',
      'orbit',
      'camera rotates',
      'pan right of it',
    ]) {
      const frames = await framesOf({ prompt });
      let before = frameAt(frames, 0);
      for (let at = 1; at < frames.count; at += 1) {
        const now = frameAt(frames, at);
        expect(difference(before, now), `${prompt}, frame ${at}`).to.be.below(2.5);
        before = now;
      }
    }
  });

  it('show the weather named in the prompt in every frame but the first', () => {
    const rows = {
      rain: 'rain',
      storm: 'a stormy night',
      snowfall: 'snow',
      petals: 'cherry blossom',
      leaves: 'autumn',
      mist: 'a foggy morning',
      fireflies: 'magic fireflies',
    } as const;
    for (const [weather, prompt] of Object.entries(rows)) {
      const { weathers, random } = readShot(prompt, 4, 1);
      expect(weathers).to.include(weather);
      const air = createAir([weather as keyof typeof rows], random);
      const changedAt = (seconds: number) => {
        const frame = {
          data: new Uint8ClampedArray(320 * 180 * 1.5).fill(100),
          width: 320,
          height: 180,
        };
        air(frame, seconds);
        return frame.data.filter((value) => value !== 100).length;
      };
      expect(changedAt(0), weather).to.equal(0);
      expect(changedAt(0.2), weather).to.be.above(50);
      expect(changedAt(9), weather).to.be.within(100, 320 * 180);
    }
    const clear = createAir(['clouds', 'stars'], readShot('clouds', 4, 1).random);
    const frame = { data: new Uint8ClampedArray(96), width: 8, height: 8 };
    clear(frame, 5);
    expect(Math.max(...frame.data)).to.equal(0);
  });

  it('shift gradually towards the colours of the references', async () => {
    const image = await patches([40, 40], '#ff2000');
    const [plain, tinted] = [
      await framesOf({ prompt: 'static shot' }),
      await framesOf({ prompt: 'static shot', references: [image] }),
    ];
    const redness = (frame: Uint8ClampedArray) => {
      const plane = frame.subarray(320 * 180 * 1.25);
      return plane.reduce((sum, value) => sum + value, 0) / plane.length;
    };
    const gain = (at: number) => redness(tinted.draw(at)) - redness(plain.draw(at));
    expect(gain(0)).to.equal(0);
    expect(gain(48)).to.be.within(1, 8);
    expect(gain(95)).to.be.above(gain(48) + 1);
  });
});
