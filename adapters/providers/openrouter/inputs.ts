import { findOffer } from '../../../domain/catalogue/vendor-offers.js';
import { rewriteTags } from '../picture-list.js';
import { ProviderFailure } from '../../../domain/ports/provider.js';
import type { JobMedia, VisualJob, VideoJob } from '../../../domain/ports/provider-job.js';

/** The order for one job. */
export interface RouterOrder {
  readonly frame: JobMedia;
  /**
   * Builds the request body.
   * @param frame URL of the first frame, or the image itself as a data URL
   */
  readonly body: (frame: string) => Readonly<Record<string, unknown>>;
}

const buildRouterRefusal = (why: string): ProviderFailure =>
  new ProviderFailure('rejected', `OpenRouter: ${why}`);

/**
 * Builds a job's order. Pure. References are not sent: there is always a first frame, and
 * OpenRouter silently ignores or refuses references next to one (docs/providers.md, OpenRouter).
 * @throws {ProviderFailure} `rejected` if OpenRouter cannot make the job; then the next source is
 * tried
 */
export function buildRouterOrder(job: VisualJob): RouterOrder {
  if (job.kind === 'image') throw buildRouterRefusal('no images.');
  const offer = findOffer('openrouter', job.upstreamModel);
  if (offer === null) throw buildRouterRefusal('no such video model.');
  if (!offer.resolutions.includes(job.resolution)) {
    throw buildRouterRefusal(`no ${job.resolution} with this model.`);
  }
  const { promptMax, isResolutionInName } = offer.order;
  if (job.motion !== null) throw buildRouterRefusal('no motion control.');
  if (job.narration !== null) throw buildRouterRefusal('no narration.');
  const prompt = buildRouterPrompt(job);
  if (promptMax !== undefined && prompt.length > promptMax) {
    throw buildRouterRefusal(`a prompt of ${prompt.length} characters, ${promptMax} at most.`);
  }
  return {
    frame: job.firstFrame,
    // `size` is not used: it excludes resolution and ratio, and its values differ between models.
    body: (frame) => ({
      model: job.upstreamModel,
      prompt,
      duration: job.seconds,
      ...(isResolutionInName !== true && { resolution: spellResolution(job.resolution) }),
      ...(offer.ratios.includes(job.aspectRatio) && { aspect_ratio: job.aspectRatio }),
      ...(offer.hasAudioFlag && { generate_audio: job.audio }),
      ...(offer.hasSeed && { seed: job.seed }),
      frame_images: [{ type: 'image_url', image_url: { url: frame }, frame_type: 'first_frame' }],
    }),
  };
}

/** Spells a resolution like OpenRouter: 4K in upper case, all others as we write them. */
const spellResolution = (resolution: string): string => (resolution === '4k' ? '4K' : resolution);

/**
 * Replaces each tag in the prompt by a plain word, because the model does not receive the tagged
 * images.
 */
function buildRouterPrompt({ fullPrompt, references }: VideoJob): string {
  return rewriteTags(fullPrompt, new Map(references.map(({ tag }) => [tag, tag.slice(1)])));
}
