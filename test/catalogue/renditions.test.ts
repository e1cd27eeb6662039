import { expect } from 'chai';
import fc from 'fast-check';
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_RESOLUTIONS,
  computeImageSize,
  type ImageAspectRatio,
  type ImageResolution,
} from '../../domain/catalogue/image-model.js';
import { getImageLimits } from '../../domain/catalogue/rendition-limits.js';
import {
  planRenditions,
  type RenditionPlan,
  type RenditionSettings,
  type RenditionSource,
} from '../../domain/catalogue/renditions.js';
import {
  PLATFORM_TABLE,
  type Platform,
  type PostForm,
} from '../../domain/catalogue/social-platforms.js';

type Row = readonly [ImageAspectRatio, ImageResolution, ...string[]];

/** Width and height of the rendition, and `pad` if the rendition has borders. */
const IMAGES: readonly Row[] = [
  ['1:1', '1K', '1024x1024', '1024x1024', '1080x1920 pad', '1024x1024', '1024x1024', '1024x1024'],
  [
    '2:3',
    '1K',
    '1011x1263 pad',
    '1264x1264 pad',
    '1080x1920 pad',
    '848x1264',
    '848x1264',
    '848x1264',
  ],
  ['3:2', '1K', '1264x848', '1264x1264 pad', '1080x1920 pad', '1264x848', '1080x725', '1264x848'],
  [
    '3:4',
    '1K',
    '960x1200 pad',
    '1200x1200 pad',
    '1080x1920 pad',
    '896x1200',
    '896x1200',
    '896x1200',
  ],
  ['4:3', '1K', '1200x896', '1200x1200 pad', '1080x1920 pad', '1200x896', '1080x806', '1200x896'],
  ['4:5', '1K', '928x1152', '1152x1152 pad', '1080x1920 pad', '928x1152', '928x1152', '928x1152'],
  ['5:4', '1K', '1152x928', '1152x1152 pad', '1080x1920 pad', '1152x928', '1080x870', '1152x928'],
  [
    '9:16',
    '1K',
    '1101x1376 pad',
    '1376x1376 pad',
    '1080x1920 pad',
    '768x1376',
    '768x1376',
    '768x1376',
  ],
  ['16:9', '1K', '1376x768', '1376x1376 pad', '1080x1920 pad', '1376x768', '1080x603', '1376x768'],
  [
    '21:9',
    '1K',
    '1440x754 pad',
    '1440x1440 pad',
    '1080x1920 pad',
    '1440x611',
    '1080x458',
    '1584x672',
  ],
  ['1:1', '4K', '1440x1440', '1440x1440', '1080x1920 pad', '1440x1440', '1080x1080', '4096x4096'],
  [
    '2:3',
    '4K',
    '1440x1800 pad',
    '1440x1440 pad',
    '1080x1920 pad',
    '1440x2146',
    '1080x1610',
    '2748x4096',
  ],
  ['3:2', '4K', '1440x966', '1440x1440 pad', '1080x1920 pad', '1440x966', '1080x725', '4096x2748'],
  [
    '3:4',
    '4K',
    '1440x1800 pad',
    '1440x1440 pad',
    '1080x1920 pad',
    '1440x1929',
    '1080x1446',
    '3058x4096',
  ],
  [
    '4:3',
    '4K',
    '1440x1075',
    '1440x1440 pad',
    '1080x1920 pad',
    '1440x1075',
    '1080x806',
    '4096x3058',
  ],
  [
    '4:5',
    '4K',
    '1440x1788',
    '1440x1440 pad',
    '1080x1920 pad',
    '1440x1788',
    '1080x1341',
    '3300x4096',
  ],
  [
    '5:4',
    '4K',
    '1440x1160',
    '1440x1440 pad',
    '1080x1920 pad',
    '1440x1160',
    '1080x870',
    '4096x3300',
  ],
  [
    '9:16',
    '4K',
    '1440x1800 pad',
    '1440x1440 pad',
    '1080x1920 pad',
    '1440x2580',
    '1072x1920',
    '2286x4096',
  ],
  ['16:9', '4K', '1440x804', '1440x1440 pad', '1080x1920 pad', '1440x804', '1080x603', '4096x2286'],
  [
    '21:9',
    '4K',
    '1440x754 pad',
    '1440x1440 pad',
    '1080x1920 pad',
    '1440x611',
    '1080x458',
    '4096x1738',
  ],
];
const SQUARE: RenditionSettings = { instagram: { aspect_ratio: '1:1' } };
const COLUMNS: readonly (readonly [Platform, PostForm, RenditionSettings])[] = [
  ['instagram', 'feed', {}],
  ['instagram', 'feed', SQUARE],
  ['instagram', 'story', {}],
  ['threads', 'feed', {}],
  ['tiktok', 'photos', {}],
  ['twitter', 'feed', {}],
];

/** The post forms that show pictures. */
const FORMS: readonly (readonly [Platform, PostForm])[] = [
  ['instagram', 'feed'],
  ['instagram', 'carousel'],
  ['instagram', 'story'],
  ['threads', 'feed'],
  ['threads', 'carousel'],
  ['tiktok', 'photos'],
  ['twitter', 'feed'],
];

const picture = (width: number, height: number): RenditionSource => ({
  contentType: 'image/webp',
  size: 1_000_000,
  width,
  height,
  durationMs: null,
});
const describePlan = (plan: RenditionPlan | undefined): string =>
  plan?.kind === 'image'
    ? `${plan.width}x${plan.height}${plan.fit === 'pad' ? ' pad' : ''}`
    : String(plan?.mode);

describe('picture renditions', () => {
  it('are tested for every ratio of the image model, in the smallest and the largest size', () => {
    const named = IMAGES.map(([ratio, resolution]) => `${ratio} ${resolution}`);
    const all = (['1K', '4K'] as const).flatMap((resolution) =>
      IMAGE_ASPECT_RATIOS.map((ratio) => `${ratio} ${resolution}`),
    );
    expect(named).to.deep.equal(all);
  });

  for (const [ratio, resolution, ...expected] of IMAGES) {
    it(`have these sizes on every platform: ${ratio} in ${resolution}`, () => {
      const { width, height } = computeImageSize(ratio, resolution);
      const found = COLUMNS.map(([platform, form, settings]) => {
        const { plans } = planRenditions(platform, form, settings, [picture(width, height)], false);
        return describePlan(plans[0]);
      });
      expect(found).to.deep.equal(expected);
    });
  }

  it('use the size of the first picture in an Instagram carousel', () => {
    const sources = IMAGE_ASPECT_RATIOS.map((ratio) => computeImageSize(ratio, '1K')).map((size) =>
      picture(size.width, size.height),
    );
    const plan = (order: readonly RenditionSource[], settings: RenditionSettings = {}) =>
      new Set(
        planRenditions('instagram', 'carousel', settings, order, false).plans.map((one) =>
          describePlan(one).replace(' pad', ''),
        ),
      );
    expect([...plan(sources)]).to.deep.equal(['1024x1024']);
    expect([...plan(sources.toReversed())], '21:9 comes first').to.deep.equal(['1440x754']);
    expect([...plan(sources.toReversed(), SQUARE)]).to.deep.equal(['1440x1440']);
    const threads = planRenditions('threads', 'carousel', {}, sources, false);
    expect(
      new Set(threads.plans.map(describePlan)).size,
      'other platforms keep the shapes',
    ).to.equal(10);
  });

  it('are limited to the first four pictures on X, with a warning', () => {
    const sources = [
      picture(1_024, 1_024),
      ...Array.from({ length: 4 }, () => picture(768, 1_376)),
    ];
    const { plans, warnings, issues } = planRenditions('twitter', 'feed', {}, sources, false);
    expect(plans.map(describePlan)).to.deep.equal([
      '1024x1024',
      '768x1376',
      '768x1376',
      '768x1376',
    ]);
    expect(warnings).to.deep.equal([
      'X shows at most 4 images: the first 4 of 5 are posted there.',
    ]);
    expect(issues).to.deep.equal([]);
  });

  it('come with a warning about visible borders, but not about invisible borders', () => {
    const warn = (platform: Platform, form: PostForm, ...sources: RenditionSource[]) =>
      planRenditions(platform, form, {}, sources, false).warnings;
    expect(warn('instagram', 'feed', picture(768, 1_376))).to.deep.equal([
      'Image 1 will be padded to 4:5 for Instagram. Generate at 4:5 to fill the frame.',
    ]);
    const tall = picture(768, 1_376);
    expect(warn('instagram', 'carousel', picture(1_024, 1_024), tall, tall)).to.deep.equal([
      'Images 2, 3 will be padded to 1:1 for Instagram. Generate at 1:1 to fill the frame.',
    ]);
    expect(warn('instagram', 'story', tall), 'our 9:16 is a little narrower').to.deep.equal([]);
    expect(warn('threads', 'feed', tall)).to.deep.equal([]);
  });

  it('do not exist on YouTube, and are limited to one picture in a story', () => {
    const youtube = planRenditions('youtube', 'video', {}, [picture(768, 1_376)], true);
    expect(youtube).to.deep.equal({
      plans: [],
      warnings: [],
      issues: ['YouTube does not support images. Post a video, or leave YouTube out.'],
    });
    const two = [picture(768, 1_376), picture(768, 1_376)];
    expect(planRenditions('instagram', 'story', {}, two, true)).to.deep.equal({
      plans: [],
      warnings: [],
      issues: ['A story can have one image. Create a post for each, or leave `content_type` out.'],
    });
  });

  it('stay within the limits for any pictures', () => {
    const side = fc.integer({ min: 1, max: 8_000 });
    const model = fc
      .tuple(fc.constantFrom(...IMAGE_ASPECT_RATIOS), fc.constantFrom(...IMAGE_RESOLUTIONS))
      .map(([ratio, resolution]) => computeImageSize(ratio, resolution));
    const size = fc.oneof(model, fc.record({ width: side, height: side }));
    fc.assert(
      fc.property(
        fc.constantFrom(...FORMS),
        fc.constantFrom({}, SQUARE),
        fc.array(size, { minLength: 1, maxLength: 10 }),
        ([platform, form], settings, sizes) => {
          const sources = sizes
            .slice(0, form === 'story' ? 1 : 10)
            .map(({ width, height }) => picture(width, height));
          const { plans, issues } = planRenditions(platform, form, settings, sources, false);
          expect(issues).to.deep.equal([]);
          expect(plans.length).to.equal(
            Math.min(sources.length, PLATFORM_TABLE[platform].images.max),
          );
          for (const plan of plans) expectWithin(platform, form, plan);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

function expectWithin(platform: Platform, form: PostForm, plan: RenditionPlan): void {
  const limits = getImageLimits(platform, form);
  if (plan.kind !== 'image' || !limits) throw new Error('no picture is shown here');
  const { width, height } = plan;
  expect([width % 1, height % 1]).to.deep.equal([0, 0]);
  expect(width).to.be.within(limits.widthMin, limits.widthMax);
  expect(height).to.be.within(1, limits.heightMax);
  expect(width / height).to.be.within(limits.ratioMin, limits.ratioMax);
  if (limits.exact) expect({ width, height }).to.deep.equal(limits.exact);
  expect(plan.maxBytes).to.equal(limits.bytesMax);
  expect(plan.maxBytes, 'a number that can be kept as JSON').to.be.finite;
}
