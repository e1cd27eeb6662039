import { findOffer } from '../../../domain/catalogue/vendor-offers.js';
import { describeImages, rewriteTags, tagNames } from '../picture-list.js';
import type {
  ImageJob,
  JobMedia,
  ProviderJob,
  VideoJob,
} from '../../../domain/ports/provider-job.js';
import type { FalOrder } from './family.js';
import { FAMILIES } from './families.js';
import { buildFalRefusal, checkFiles } from './limits.js';
import { buildLipSyncOrder, buildSpeechOrder } from './speech.js';

/** The order for one job, and the files that fal must be able to read, without duplicates. */
export interface FalJobOrder extends FalOrder {
  readonly files: readonly JobMedia[];
}

/**
 * Builds a job's order.
 * @throws {ProviderFailure} `rejected` if fal cannot make the job: unknown endpoint or resolution,
 * or a prompt or file above the endpoint's limit
 */
export function buildFalOrder(job: ProviderJob): FalJobOrder {
  const { endpoint, body } = buildOrder(job);
  const files = new Set<JobMedia>();
  body((file) => {
    files.add(file);
    return '';
  });
  return { endpoint, body, files: [...files] };
}

function buildOrder(job: ProviderJob): FalOrder {
  if (job.kind === 'image') return buildImageOrder(job);
  if (job.kind === 'video') return buildVideoOrder(job);
  return job.kind === 'speech' ? buildSpeechOrder(job) : buildLipSyncOrder(job);
}

function buildImageOrder(job: ImageJob): FalOrder {
  if (job.upstreamModel !== 'fal-ai/nano-banana-2')
    throw buildFalRefusal('has no such image endpoint');
  const { pictures, prompt } = describeImages(job);
  const input = {
    prompt,
    aspect_ratio: job.aspectRatio,
    resolution: job.resolution,
    num_images: 1,
    output_format: 'webp',
    seed: job.seed,
  };
  if (pictures.length === 0) return { endpoint: job.upstreamModel, body: () => input };
  return {
    endpoint: `${job.upstreamModel}/edit`,
    body: (address) => ({ ...input, image_urls: pictures.map(address) }),
  };
}

function buildVideoOrder(job: VideoJob): FalOrder {
  const offer = findOffer('fal', job.upstreamModel);
  if (offer === null) throw buildFalRefusal('has no such video endpoint');
  if (!offer.resolutions.includes(job.resolution)) {
    throw buildFalRefusal(`does not make ${job.resolution} there`);
  }
  const { family: name, promptMax } = offer.order;
  const family = FAMILIES[name];
  const prompt = family.notation
    ? rewriteTags(job.fullPrompt, tagNames(job.references, family.notation))
    : job.fullPrompt;
  if (promptMax !== undefined && prompt.length > promptMax) {
    throw buildFalRefusal(`takes prompts of ${promptMax} characters there`);
  }
  checkFiles(job, family);
  const resolution = family.spellResolution?.(job.resolution) ?? job.resolution;
  return {
    endpoint: job.upstreamModel,
    body: (address) => family.input(job, prompt, resolution, address),
  };
}
