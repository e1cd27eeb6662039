import { expect } from 'chai';
import { FAMILIES as FAL_FAMILIES } from '../../adapters/providers/fal/families.js';
import { buildFalOrder } from '../../adapters/providers/fal/inputs.js';
import { buildKieOrder } from '../../adapters/providers/kie/inputs.js';
import { FAMILIES as KIE_FAMILIES } from '../../adapters/providers/kie/families.js';
import { buildRouterOrder } from '../../adapters/providers/openrouter/inputs.js';
import type { VisualJob } from '../../domain/ports/provider-job.js';
import { IMAGE_SOURCES } from '../../domain/catalogue/image-model.js';
import type { CatalogueSource } from '../../domain/catalogue/model-source.js';
import { VIDEO_MODELS } from '../../domain/catalogue/video-models.js';
import { CLIP } from '../providers/jobs.js';
import { imageJob, videoJob } from '../providers/kie/jobs.js';

/** Builds the request body of each adapter for a job. */
const BODY_OF: Readonly<Record<string, (job: VisualJob) => object>> = {
  fal: (job) => buildFalOrder(job).body(() => 'address'),
  kie: (job) => buildKieOrder(job).body(['a', 'b', 'c', 'd']),
  openrouter: (job) => buildRouterOrder(job).body('frame'),
};

/** Lists every value of a body, at any depth, by the name of its field. */
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

describe('the catalogue and the adapters', () => {
  const isOurs = ({ provider }: CatalogueSource) => provider in BODY_OF;

  for (const model of VIDEO_MODELS) {
    for (const route of model.sources.filter(isOurs)) {
      it(`agree on seed and ratios: ${route.provider}, ${route.upstreamModel}`, () => {
        const ratios = model.aspectRatios.filter((ratio) => ratio !== 'adaptive');
        for (const ratio of ratios) {
          const body = BODY_OF[route.provider]?.(
            videoJob(route.upstreamModel, {
              aspectRatio: ratio,
              resolution: route.resolutions?.[0] ?? model.resolutions[0] ?? '',
              seconds: Number(route.durations?.[0] ?? model.durations[0] ?? 5),
              motion: model.requiresMotionVideo ? { clip: CLIP, orientation: 'video' } : null,
            }),
          );
          expect(seedIn(body ?? {}), 'seed').to.equal(route.seed ?? false);
          const isSent = ratioIn(body ?? {}, ratio);
          expect(isSent, ratio).to.equal(route.ratios?.includes(ratio) ?? true);
        }
      });
    }
  }

  it('define the same model families', () => {
    const named = (wanted: 'fal' | 'kie') =>
      VIDEO_MODELS.flatMap(({ sources }) => sources).flatMap((source) =>
        source.provider === wanted ? [source.order.family] : [],
      );
    expect(new Set<string>(named('fal'))).to.deep.equal(new Set(Object.keys(FAL_FAMILIES)));
    expect(new Set<string>(named('kie'))).to.deep.equal(new Set(Object.keys(KIE_FAMILIES)));
  });

  for (const route of IMAGE_SOURCES.filter(isOurs)) {
    it(`agree on whether the route accepts a seed: ${route.provider}, ${route.upstreamModel}`, () => {
      const body = BODY_OF[route.provider]?.(imageJob({ upstreamModel: route.upstreamModel }));
      expect(seedIn(body ?? {})).to.equal(route.seed ?? false);
    });
  }
});
