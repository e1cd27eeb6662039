import { expect } from 'chai';
import { orderOf } from '../../adapters/providers/fal/inputs.js';
import { kieOrder } from '../../adapters/providers/kie/inputs.js';
import { VIDEOS } from '../../adapters/providers/kie/videos.js';
import { routerOrder } from '../../adapters/providers/openrouter/inputs.js';
import { MODELS } from '../../adapters/providers/openrouter/models.js';
import type { ProviderJob } from '../../domain/ports/provider.js';
import { IMAGE_ROUTES } from '../../domain/catalogue/image-model.js';
import type { CatalogueRoute } from '../../domain/catalogue/model-route.js';
import { VIDEO_MODELS } from '../../domain/catalogue/video-models.js';
import { CLIP_MEDIA, imageJob, videoJob } from '../providers/kie/jobs.js';

/** What each adapter would send for a job. */
const BODY_OF: Readonly<Record<string, (job: ProviderJob) => object>> = {
  fal: (job) => orderOf(job).body(() => 'address'),
  kie: (job) => kieOrder(job).body(['a', 'b', 'c', 'd']),
  openrouter: (job) => routerOrder(job).body('frame'),
};

/** Every value of a body, at any depth, by the name of its field. */
function valuesOf(body: unknown): [string, unknown][] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => [
    [name, value] as [string, unknown],
    ...valuesOf(value),
  ]);
}

const seedIn = (body: object) => valuesOf(body).some(([name]) => /^seeds?$/.test(name));
const ratioIn = (body: object, ratio: string) =>
  valuesOf(body).some(([name, value]) => name === 'aspect_ratio' && value === ratio);

describe('what the catalogue says of a route is what its adapter sends', () => {
  const isOurs = ({ provider }: CatalogueRoute) => provider in BODY_OF;

  for (const model of VIDEO_MODELS) {
    for (const route of model.routes.filter(isOurs)) {
      it(`${route.provider}, ${route.upstreamModel}: seed, ratios`, () => {
        const ratios = model.aspectRatios.filter((ratio) => ratio !== 'adaptive');
        for (const ratio of ratios) {
          const body = BODY_OF[route.provider]?.(
            videoJob(route.upstreamModel, {
              aspectRatio: ratio,
              resolution: route.resolutions?.[0] ?? model.resolutions[0] ?? '',
              seconds: Number(route.durations?.[0] ?? model.durations[0] ?? 5),
              motion: model.requiresMotionVideo ? { clip: CLIP_MEDIA, orientation: 'video' } : null,
            }),
          );
          expect(seedIn(body ?? {}), 'seed').to.equal(route.seed ?? false);
          const told = ratioIn(body ?? {}, ratio);
          expect(told, ratio).to.equal(route.ratios?.includes(ratio) ?? true);
        }
      });
    }
  }

  it('and no adapter has a video model to which nothing routes', () => {
    const routed = (provider: string) =>
      VIDEO_MODELS.flatMap(({ routes }) => routes)
        .filter((route) => route.provider === provider)
        .map(({ upstreamModel }) => upstreamModel);
    expect(new Set(routed('kie'))).to.deep.equal(new Set(Object.keys(VIDEOS)));
    expect(new Set(routed('openrouter'))).to.deep.equal(new Set(MODELS.keys()));
  });

  for (const route of IMAGE_ROUTES.filter(isOurs)) {
    it(`${route.provider}, ${route.upstreamModel}: seed`, () => {
      const body = BODY_OF[route.provider]?.(imageJob({ upstreamModel: route.upstreamModel }));
      expect(seedIn(body ?? {})).to.equal(route.seed ?? false);
    });
  }
});
