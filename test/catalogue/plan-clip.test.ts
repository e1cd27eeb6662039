import { expect } from 'chai';
import fc from 'fast-check';
import { getVideoLimits } from '../../domain/catalogue/rendition-limits.js';
import { planRenditions, type RenditionSource } from '../../domain/catalogue/renditions.js';
import {
  PLATFORMS,
  type Platform,
  type PostForm,
} from '../../domain/catalogue/social-platforms.js';

/** The post forms that show a clip. */
const FORMS: readonly (readonly [Platform, PostForm])[] = [
  ['instagram', 'reel'],
  ['instagram', 'story'],
  ['threads', 'video'],
  ['tiktok', 'video'],
  ['youtube', 'video'],
  ['youtube', 'short'],
  ['twitter', 'video'],
];

const clip = (change: Partial<RenditionSource> = {}): RenditionSource => ({
  contentType: 'video/mp4',
  size: 10_000_000,
  width: 720,
  height: 1_280,
  durationMs: 8_000,
  ...change,
});
describe('clip renditions', () => {
  /** [name, platform, form, changes to the clip, plan with ffmpeg, plan without ffmpeg] */
  const cases: readonly [string, Platform, PostForm, Partial<RenditionSource>, string, string][] = [
    ['720p', 'instagram', 'reel', {}, 'as_is', 'as_is'],
    ['720p', 'twitter', 'video', {}, 'as_is', 'as_is'],
    ['768p', 'twitter', 'video', { width: 768, height: 1_366 }, '720x1280', 'issue'],
    ['1080p', 'instagram', 'reel', { width: 1_080, height: 1_920 }, 'as_is', 'as_is'],
    ['1080p landscape', 'twitter', 'video', { width: 1_920, height: 1_080 }, '1280x720', 'issue'],
    ['1080p square', 'twitter', 'video', { width: 1_080, height: 1_080 }, '720x720', 'issue'],
    ['4k', 'instagram', 'reel', { width: 2_160, height: 3_840 }, '1080x1920', 'issue'],
    ['4k landscape', 'threads', 'video', { width: 3_840, height: 2_160 }, '1920x1080', 'issue'],
    ['4k', 'tiktok', 'video', { width: 2_160, height: 3_840 }, 'as_is', 'as_is'],
    ['4k 21:9', 'tiktok', 'video', { width: 5_040, height: 2_160 }, '1920x1080', 'issue'],
    ['4k', 'youtube', 'short', { width: 2_160, height: 3_840 }, 'as_is', 'as_is'],
    ['250 MB', 'instagram', 'reel', { size: 250_000_000 }, 'as_is', 'as_is'],
    ['101 MB', 'instagram', 'story', { size: 101_000_000 }, '1080x1920', 'issue'],
    ['301 MB', 'instagram', 'reel', { size: 301_000_000 }, '1080x1920', 'issue'],
    ['2 s', 'instagram', 'reel', { durationMs: 2_999 }, 'issue', 'issue'],
    ['3 s', 'instagram', 'reel', { durationMs: 3_000 }, 'as_is', 'as_is'],
    ['61 s', 'instagram', 'story', { durationMs: 60_001 }, 'issue', 'issue'],
    ['5 min', 'threads', 'video', { durationMs: 300_000 }, 'as_is', 'as_is'],
    ['over 5 min', 'threads', 'video', { durationMs: 300_001 }, 'issue', 'issue'],
    ['140 s', 'twitter', 'video', { durationMs: 140_000 }, 'as_is', 'as_is'],
    ['over 140 s', 'twitter', 'video', { durationMs: 140_001 }, 'issue', 'issue'],
    ['unknown length', 'twitter', 'video', { durationMs: null }, 'as_is', 'as_is'],
    ['180 s', 'youtube', 'short', { durationMs: 180_000 }, 'as_is', 'as_is'],
    ['over 180 s', 'youtube', 'short', { durationMs: 180_001 }, 'issue', 'issue'],
    ['square', 'youtube', 'short', { width: 720, height: 720 }, 'as_is', 'as_is'],
    ['landscape', 'youtube', 'short', { width: 1_280, height: 720 }, 'issue', 'issue'],
    ['landscape', 'youtube', 'video', { width: 1_280, height: 720 }, 'as_is', 'as_is'],
    ['too narrow', 'twitter', 'video', { width: 320, height: 961 }, 'issue', 'issue'],
    ['too small', 'tiktok', 'video', { width: 358, height: 640 }, 'issue', 'issue'],
  ];
  for (const [what, platform, form, change, encoded, without] of cases) {
    it(`for ${what} as ${form} on ${platform} are ${encoded}, or ${without} without ffmpeg`, () => {
      const found = [true, false].map((canEncode) => {
        const { plans, issues } = planRenditions(platform, form, {}, [clip(change)], canEncode);
        const [plan] = plans;
        if (!plan) return issues.length > 0 ? 'issue' : 'nothing';
        if (plan.kind === 'image' || plan.mode === 'as_is') return 'as_is';
        expect(plan.maxBytes).to.equal(getVideoLimits(platform, form).bytesMax);
        return `${plan.maxWidth}x${plan.maxHeight}`;
      });
      expect(found).to.deep.equal([encoded, without]);
    });
  }

  it('come with an explanation of each problem and its fix', () => {
    const large = clip({ width: 1_080, height: 1_920 });
    expect(planRenditions('twitter', 'video', {}, [large], false).issues).to.deep.equal([
      'The clip is too large for X, and this service cannot make it smaller. ' +
        'Generate it in a lower resolution: up to 1280x720 pixels and 512 MB fit.',
    ]);
    expect(planRenditions('twitter', 'video', {}, [large], true).warnings).to.deep.equal([
      'X gets the clip scaled to fit 720x1280: it is 1080x1920 with 10 MB.',
    ]);
    const wide = clip({ width: 1_280, height: 720, durationMs: 200_000 });
    expect(planRenditions('youtube', 'short', {}, [wide], true).issues).to.deep.equal([
      'YouTube (short) accepts clips of 1 to 180 seconds; this one has 200. ' +
        'Post a clip of an accepted length, or leave the platform out.',
      'A Short cannot be wider than tall; this clip is 1280x720. ' +
        'Leave `content_type` out, or generate the clip in 9:16 or 1:1.',
    ]);
  });

  it('stay within the limits for any clip', () => {
    const side = fc.integer({ min: 1, max: 6_000 });
    const any = fc.record({
      contentType: fc.constant('video/mp4'),
      size: fc.integer({ min: 1, max: 6_000_000_000 }),
      width: side,
      height: side,
      durationMs: fc.option(fc.integer({ min: 1, max: 50_000_000 })),
    });
    const near = any.map((one) => ({ ...one, durationMs: 10_000, height: one.width }));
    fc.assert(
      fc.property(
        fc.constantFrom(...FORMS),
        fc.oneof(any, near),
        fc.boolean(),
        ([platform, form], source, canEncode) => {
          const { plans, issues } = planRenditions(platform, form, {}, [source], canEncode);
          expect(plans.length === 1, 'either a plan or an issue').to.equal(issues.length === 0);
          const [plan] = plans;
          if (!plan || plan.kind === 'image') return;
          const limits = getVideoLimits(platform, form);
          const seconds = (source.durationMs ?? limits.secondsMin * 1_000) / 1_000;
          expect(seconds).to.be.within(limits.secondsMin, limits.secondsMax);
          expect(source.width / source.height).to.be.within(limits.ratioMin, limits.ratioMax);
          const encodes = plan.mode === 'encode';
          if (encodes) expect(canEncode).to.equal(true);
          const [width, height] = encodes
            ? [plan.maxWidth, plan.maxHeight]
            : [source.width, source.height];
          expect(width).to.be.at.most(limits.widthMax);
          expect(Math.max(width, height)).to.be.at.most(limits.longMax);
          expect(Math.min(width, height)).to.be.within(limits.shortMin, limits.shortMax);
          expect(encodes ? plan.maxBytes : source.size).to.be.at.most(limits.bytesMax);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('exist for every platform', () => {
    for (const platform of PLATFORMS) {
      expect(planRenditions(platform, 'video', {}, [clip()], false).plans, platform).to.have.length(
        1,
      );
    }
  });
});
