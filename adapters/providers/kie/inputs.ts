import { findOffer } from '../../../domain/catalogue/vendor-offers.js';
import { describeImages } from '../picture-list.js';
import { ProviderFailure } from '../../../domain/ports/provider.js';
import type {
  ImageJob,
  JobMedia,
  VisualJob,
  VideoJob,
} from '../../../domain/ports/provider-job.js';
import type { Family, Fields } from './family.js';
import { FAMILIES } from './families.js';

/** One order: the files to upload first, and the body built from their URLs. */
export interface KieOrder {
  readonly api: Family['api'];
  readonly media: readonly JobMedia[];
  /** @param urls URLs of `media`, in its order */
  readonly body: (urls: readonly string[]) => Fields;
}

const IMAGE_MODEL = 'nano-banana-2';
const IMAGE_PROMPT_MAX = 20_000;
const IMAGE_PICTURES_MAX = 14;

const buildKieRefusal = (reason: string): ProviderFailure =>
  new ProviderFailure('rejected', `Kie: ${reason}`);

/**
 * Builds a job's order. Pure.
 * @throws {ProviderFailure} `rejected` if Kie cannot make the job; then the next source is tried
 */
export function buildKieOrder(job: VisualJob): KieOrder {
  return job.kind === 'image' ? buildImageOrder(job) : buildVideoOrder(job);
}

function buildImageOrder(job: ImageJob): KieOrder {
  if (job.upstreamModel !== IMAGE_MODEL) throw buildKieRefusal('no such image model.');
  const { pictures, prompt } = describeImages(job);
  checkPrompt(prompt, IMAGE_PROMPT_MAX);
  if (pictures.length > IMAGE_PICTURES_MAX) throw buildKieRefusal('too many pictures.');
  return {
    api: 'jobs',
    media: pictures,
    body: (urls) => ({
      model: job.upstreamModel,
      input: {
        prompt,
        ...(urls.length > 0 && { image_input: urls }),
        aspect_ratio: job.aspectRatio,
        resolution: job.resolution,
        // PNG is lossless, so the image loses quality only once, when we encode it.
        output_format: 'png',
      },
    }),
  };
}

function buildVideoOrder(job: VideoJob): KieOrder {
  const offer = findOffer('kie', job.upstreamModel);
  if (offer === null) throw buildKieRefusal('no such video model.');
  // No endpoint has a field for narration, so the clip would lack it and differ from the order.
  if (job.narration !== null) throw buildKieRefusal('no narration with this model.');
  const family = FAMILIES[offer.order.family];
  const prompt = family.prompt?.(job) ?? job.fullPrompt;
  checkPrompt(prompt, offer.order.promptMax);
  return {
    api: family.api,
    media: [job.firstFrame, ...(family.more?.(job) ?? [])],
    body: ([frame, ...more]) => {
      const fields = { prompt, ...family.fields(job, frame ?? '', more, offer.ratios) };
      return family.api === 'veo'
        ? { model: job.upstreamModel, ...fields }
        : { model: job.upstreamModel, input: fields };
    },
  };
}

function checkPrompt(prompt: string, max: number | undefined): void {
  if (max !== undefined && prompt.length > max) {
    throw buildKieRefusal(`a prompt of ${prompt.length} characters, ${max} at most.`);
  }
}
