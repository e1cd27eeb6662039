import { describeImages, rewriteTags, tagNames } from '../picture-list.js';
import type { ImageJob, JobMedia, ProviderJob, VideoJob } from '../../../domain/ports/provider.js';
import type { Address, Body, Endpoint } from './endpoint.js';
import { createKling, minimax, createMotionControl, omni, seedance, veo, wan } from './families.js';
import { checkFiles, buildFalRefusal } from './limits.js';

/**
 * Every video endpoint that we order from; adding one is adding a row. Fields, types and
 * enumerations: the model pages fal.ai/models/<endpoint>/llms.txt and the types of @fal-ai/client
 * 1.10.1 (Kling, Veo up to 1080p, Wan), both of autumn 2026. Seedance 2.x, H3 and Omni are not in
 * those types: model pages as quoted by third parties, 2026-11-21. 4k of Veo is not in them either,
 * and is unproven: docs/decisions/0041-veo-in-4k-at-fal.md.
 */
const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map([
  ['bytedance/seedance-2.5/image-to-video', seedance('480p', '720p', '1080p')],
  ['bytedance/seedance-2.0/image-to-video', seedance('480p', '720p', '1080p', '4k')],
  ['bytedance/seedance-2.0/mini/image-to-video', seedance('480p', '720p')],
  ['fal-ai/kling-video/v3/standard/image-to-video', createKling('720p')],
  ['fal-ai/kling-video/v3/pro/image-to-video', createKling('1080p')],
  ['fal-ai/kling-video/v3/standard/motion-control', createMotionControl('720p')],
  ['fal-ai/kling-video/v3/pro/motion-control', createMotionControl('1080p')],
  ['wan/v2.6/image-to-video', wan],
  ['minimax/h3/image-to-video', minimax],
  ['google/gemini-omni-flash/v1.1/image-to-video', omni],
  ['fal-ai/veo3.1/image-to-video', veo],
  ['fal-ai/veo3.1/fast/image-to-video', veo],
]);

/** The order for one job. */
export interface FalOrder {
  /** Path of the endpoint, without a leading slash. */
  readonly endpoint: string;
  /** Files that fal must be able to read, without duplicates. */
  readonly files: readonly JobMedia[];
  /** Builds the model input, once every file has a URL. */
  readonly body: (address: Address) => Body;
}

/**
 * Builds the order of a job.
 * @throws {ProviderFailure} `rejected` when fal cannot make it: unknown endpoint or resolution, a
 * prompt or file above the endpoint's limit
 */
export function buildFalOrder(job: ProviderJob): FalOrder {
  const { endpoint, body } = job.kind === 'image' ? buildImageOrder(job) : buildVideoOrder(job);
  const files = new Set<JobMedia>();
  body((file) => {
    files.add(file);
    return '';
  });
  return { endpoint, body, files: [...files] };
}

type OrderDraft = Pick<FalOrder, 'endpoint' | 'body'>;

function buildImageOrder(job: ImageJob): OrderDraft {
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

function buildVideoOrder(job: VideoJob): OrderDraft {
  const endpoint = ENDPOINTS.get(job.upstreamModel);
  if (!endpoint) throw buildFalRefusal('has no such video endpoint');
  const resolution = endpoint.resolutions[job.resolution];
  if (resolution === undefined) throw buildFalRefusal(`does not make ${job.resolution} there`);
  const { notation, promptMax } = endpoint;
  const prompt = notation
    ? rewriteTags(job.fullPrompt, tagNames(job.references, notation))
    : job.fullPrompt;
  if (promptMax !== null && prompt.length > promptMax) {
    throw buildFalRefusal(`takes prompts of ${promptMax} characters there`);
  }
  checkFiles(job);
  return {
    endpoint: job.upstreamModel,
    body: (address) => endpoint.input(job, prompt, resolution, address),
  };
}
