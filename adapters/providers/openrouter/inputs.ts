import { rewriteTags } from '../picture-list.js';
import {
  ProviderFailure,
  type JobMedia,
  type ProviderJob,
  type VideoJob,
} from '../../../domain/ports/provider.js';
import { MODELS } from './models.js';

/** What is sent for one job. */
export interface RouterOrder {
  readonly frame: JobMedia;
  /** @param frame its address, or the picture itself as a data URL */
  readonly body: (frame: string) => Readonly<Record<string, unknown>>;
}

const refused = (why: string): ProviderFailure =>
  new ProviderFailure('rejected', `OpenRouter: ${why}`);

/**
 * The order of a job. Pure. References are not sent: beside a first frame they are ignored without a
 * word, or refused (docs/providers.md, OpenRouter), and a first frame is there always.
 * @throws {ProviderFailure} `rejected` when OpenRouter cannot do it: the next source may
 */
export function routerOrder(job: ProviderJob): RouterOrder {
  if (job.kind === 'image') throw refused('no images.');
  const model = MODELS.get(job.upstreamModel);
  if (model === undefined) throw refused('no such video model.');
  const resolution = model.resolutions[job.resolution];
  if (resolution === undefined) throw refused(`no ${job.resolution} with this model.`);
  if (job.motion !== null) throw refused('no motion control.');
  if (job.narration !== null) throw refused('no narration.');
  const prompt = promptOf(job);
  if (model.promptMax !== null && prompt.length > model.promptMax) {
    throw refused(`a prompt of ${prompt.length} characters, ${model.promptMax} at most.`);
  }
  return {
    frame: job.firstFrame,
    // `size` would exclude resolution and ratio, and its values differ from model to model.
    body: (frame) => ({
      model: job.upstreamModel,
      prompt,
      duration: job.seconds,
      ...(resolution !== null && { resolution }),
      ...(model.ratios.includes(job.aspectRatio) && { aspect_ratio: job.aspectRatio }),
      ...(model.hasAudioFlag && { generate_audio: job.audio }),
      ...(model.hasSeed && { seed: job.seed }),
      frame_images: [{ type: 'image_url', image_url: { url: frame }, frame_type: 'first_frame' }],
    }),
  };
}

/** Tags name pictures that the model does not get: a plain word is left of each. */
function promptOf({ fullPrompt, references }: VideoJob): string {
  return rewriteTags(fullPrompt, new Map(references.map(({ tag }) => [tag, tag.slice(1)])));
}
