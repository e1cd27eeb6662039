import { expect } from 'chai';
import { listClipDifferences } from '../../domain/generations/clip-differences.js';

const ordered = (width: number, height: number, duration = '5', motion: number | null = null) => ({
  width,
  height,
  request: { duration, motion_video_seconds: motion },
});
const clip = (width: number | null, height: number | null, durationSeconds: number | null) => ({
  width,
  height,
  durationSeconds,
});

describe('differences between a finished clip and its request', () => {
  for (const [what, order, made] of [
    ['exactly as requested', ordered(720, 1280), clip(720, 1280, 5)],
    [
      'with sides rounded to multiples of 16 and one extra frame',
      ordered(480, 854),
      clip(480, 864, 5.04),
    ],
    ["that is square with its resolution's pixel count", ordered(480, 480), clip(640, 640, 5)],
    ["that is wide with its resolution's pixel count", ordered(1120, 480), clip(960, 416, 5)],
    ['of unknown size and length', ordered(720, 1280), clip(null, null, null)],
    ['as long as its motion clip', ordered(720, 1280, '4', 3.4), clip(720, 1280, 3.4)],
    ['as long as its motion clip, rounded up', ordered(720, 1280, '4', 3.4), clip(720, 1280, 4)],
    [
      'longer than its motion clip, which was repeated',
      ordered(720, 1280, '2', 1.2),
      clip(720, 1280, 3),
    ],
  ] as const) {
    it(`are empty for a clip ${what}`, () => {
      expect(listClipDifferences(order, made)).to.deep.equal([]);
    });
  }

  it('name the actual and the requested shape, size or length', () => {
    const differences = [
      [ordered(720, 1280), clip(1280, 720, 5)],
      [ordered(720, 1280), clip(480, 854, 5)],
      [ordered(1080, 1920), clip(2160, 3840, 5)],
      [ordered(720, 1280, '8'), clip(720, 1280, 5.04)],
      [ordered(720, 1280, '4', 3.4), clip(720, 1280, 10)],
      [ordered(720, 1280, '8'), clip(854, 480, 5)],
    ] as const;
    expect(differences.map(([order, made]) => listClipDifferences(order, made))).to.deep.equal([
      ['The provider made a clip with a different shape: 1280x720 pixels instead of 720x1280.'],
      ['The provider made a clip with a smaller size: 480x854 pixels instead of 720x1280.'],
      ['The provider made a clip with a larger size: 2160x3840 pixels instead of 1080x1920.'],
      ['The provider made a clip with a different length: 5 s instead of 8 s.'],
      ['The provider made a clip with a different length: 10 s instead of 3.4 s.'],
      [
        'The provider made a clip with a different shape: 854x480 pixels instead of 720x1280.',
        'The provider made a clip with a different length: 5 s instead of 8 s.',
      ],
    ]);
  });
});
