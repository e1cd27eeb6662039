import { findNearestRatio } from '../catalogue/aspect-ratio.js';
import {
  findCatalogueSource,
  type CatalogueSource,
  type ModelSource,
} from '../catalogue/model-source.js';
import type { VideoModel } from '../catalogue/video-model.js';
import { canHearNarration } from '../catalogue/video-models.js';
import type { VideoBody, VideoRequest } from './video.js';

/**
 * Parts of a request that a model or its provider does not use. Fields that cannot be combined on
 * any model are in domain/catalogue/combinations.
 */

/** A video request, with the data that decides which parts are not used. */
export interface VideoFacts {
  readonly body: Pick<
    VideoBody,
    'aspect_ratio' | 'narration_audio' | 'reference_images' | 'seed' | 'start_frame'
  >;
  readonly request: VideoRequest;
  readonly model: VideoModel;
  /** Sources of the clip, in the order of their requests. */
  readonly sources: readonly ModelSource[];
  /**
   * The first frame's ratio of width to height; null without a first frame, or if its size is
   * unknown.
   */
  readonly frameShape: number | null;
}

/** One rule. `fields` lists the fields that affect each other, for the documentation. */
interface UnusedFieldRule {
  readonly fields: readonly string[];
  /** Returns a sentence for the timeline; null if everything is used. */
  readonly note: (facts: VideoFacts) => string | null;
}

export const VIDEO_RULES: readonly UnusedFieldRule[] = [
  { fields: ['reference_images', 'start_frame'], note: describeUnusedReferences },
  { fields: ['prompt', 'model'], note: describeShortenedPrompt },
  { fields: ['narration_audio', 'model'], note: describeUnusedNarration },
  { fields: ['aspect_ratio', 'start_frame'], note: describeIgnoredRatio },
  {
    fields: ['seed', 'model'],
    note: ({ body, model, sources }) => describeUnusedSeed(body, model, sources),
  },
];

/** Lists a video request's unused parts, one sentence each, for its timeline. */
export const listUnusedFields = (facts: VideoFacts): string[] =>
  VIDEO_RULES.flatMap(({ note }) => note(facts) ?? []);

/**
 * Writes the note for an unused seed.
 * @param served the model and its sources in the catalogue
 */
export function describeUnusedSeed(
  { seed }: { readonly seed?: number },
  served: { readonly id: string; readonly sources: readonly CatalogueSource[] },
  sources: readonly ModelSource[],
): string | null {
  if (seed === undefined) return null;
  const deaf = findProvidersWithout(served.sources, sources, (source) => source.seed ?? false);
  return deaf && `seed has no effect with ${deaf}: ${served.id} does not accept one there.`;
}

/** Whether real providers are used. The built-in renderer supports every option. */
const isReal = ([first]: readonly ModelSource[]): boolean => first?.provider !== 'local';

/** Returns the names of the providers in `sources` that fail `holds`; null if all of them pass. */
function findProvidersWithout(
  catalogue: readonly CatalogueSource[],
  sources: readonly ModelSource[],
  holds: (source: CatalogueSource) => boolean,
): string | null {
  const names = sources.flatMap((source) => {
    const known = findCatalogueSource(catalogue, source);
    return known && !holds(known) ? [known.provider] : [];
  });
  return [...new Set(names)].join(', ') || null;
}

function describeUnusedReferences({ request, model, sources }: VideoFacts): string | null {
  if (!request.has_start_frame) return null;
  const ofModel = model.references === 'beside_frame' ? model.referenceImagesMax : 0;
  const taken = sources.map(
    (source) => findCatalogueSource(model.sources, source)?.referenceImages ?? ofModel,
  );
  const least = Math.min(ofModel, ...taken);
  const dropped = request.reference_images - least;
  if (dropped <= 0) return null;
  const fewer =
    least < ofModel &&
    findProvidersWithout(
      model.sources,
      sources,
      (source) => (source.referenceImages ?? ofModel) === ofModel,
    );
  const [where, there] = fewer ? [` with ${fewer}`, ' there'] : ['', ''];
  return `${dropped} of ${request.reference_images} reference images are not used${where}: ${model.id} accepts ${least} with a given first frame${there}.`;
}

/** Whether a prompt is longer than the upstream allows. The renderer has no limit. */
export const isShortened = (
  { prompt }: Pick<VideoRequest, 'prompt'>,
  { upstreamPromptMax }: VideoModel,
  sources: readonly ModelSource[],
): boolean =>
  isReal(sources) && upstreamPromptMax !== null && (prompt?.length ?? 0) > upstreamPromptMax;

function describeShortenedPrompt({ request, model, sources }: VideoFacts): string | null {
  if (!isShortened(request, model, sources)) return null;
  return `The prompt is shortened: upstream ${model.id} accepts ${model.upstreamPromptMax} characters.`;
}

function describeUnusedNarration({ body, model, sources }: VideoFacts): string | null {
  if (body.narration_audio === undefined) return null;
  if (sources.some((source) => canHearNarration(model, source))) return null;
  return `narration_audio is not used: ${model.id} does not support it.`;
}

/** Describes an ignored ratio; null if the frame already has the requested ratio. */
function describeIgnoredRatio({ body, model, sources, frameShape }: VideoFacts): string | null {
  const asked = body.aspect_ratio;
  if (asked === undefined || asked === 'adaptive' || frameShape === null) return null;
  if (findNearestRatio(frameShape, model.aspectRatios) === asked) return null;
  const deaf = findProvidersWithout(
    model.sources,
    sources,
    ({ ratios }) => ratios?.includes(asked) ?? true,
  );
  return deaf && `aspect_ratio is not used with ${deaf}: the clip follows start_frame there.`;
}
