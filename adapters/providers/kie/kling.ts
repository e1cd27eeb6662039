import { rewriteTags, tagNames } from '../picture-list.js';
import { ProviderFailure } from '../../../domain/ports/provider.js';
import type { JobMedia, VideoJob } from '../../../domain/ports/provider-job.js';
import type { Family } from './family.js';

/** Maximum number of references in addition to a first frame, sent as `kling_elements`. */
const ELEMENTS_MAX = 3;
const MODES: Readonly<Record<string, string>> = { '720p': 'std', '1080p': 'pro', '4k': '4K' };

/** M4V is MP4 with another name; WebM is not accepted. */
const CLIP_TYPES: readonly string[] = ['video/mp4', 'video/x-m4v', 'video/quicktime'];
const CLIP_BYTES_MAX = 100_000_000;

/** Builds an element's name; the prompt refers to it as `@name`. */
const buildElementName = (index: number): string => `element_${index + 1}`;

export const KLING: Family = {
  api: 'jobs',
  prompt: ({ fullPrompt, references }) =>
    rewriteTags(
      fullPrompt,
      tagNames(references.slice(0, ELEMENTS_MAX), (index) => `@${buildElementName(index)}`),
    ),
  more: ({ references }) => references.slice(0, ELEMENTS_MAX).map(({ image }) => image),
  fields: (job, frame, more) => ({
    image_urls: [frame],
    sound: job.audio,
    duration: String(job.seconds),
    mode: MODES[job.resolution],
    multi_shots: false,
    ...(more.length > 0 && {
      kling_elements: more.map((url, index) => ({
        name: buildElementName(index),
        description: `Reference picture ${index + 1}`,
        // Kie needs at least two images, but accepts the same image twice (second-hand,
        // 2026-11-21).
        element_input_urls: [url, url],
      })),
    }),
  }),
};

export const MOTION_CONTROL: Family = {
  api: 'jobs',
  more: ({ motion }) => [expectMotionClip(motion)],
  fields: (job, frame, more) => ({
    input_urls: [frame],
    video_urls: more,
    // The mode is 720p or 1080p, because `std` and `pro` return 500 (second-hand).
    mode: job.resolution,
    character_orientation: job.motion?.orientation ?? 'video',
    // Only the movement comes from the clip, as with this model's other vendors.
    background_source: 'input_image',
  }),
};

function expectMotionClip(motion: VideoJob['motion']): JobMedia {
  const buildMotionRefusal = (reason: string) => new ProviderFailure('rejected', `Kie: ${reason}`);
  if (motion === null) throw buildMotionRefusal('motion control needs a clip.');
  const { clip } = motion;
  if (!CLIP_TYPES.includes(clip.contentType))
    throw buildMotionRefusal('the clip must be MP4 or QuickTime.');
  if (clip.bytes.length > CLIP_BYTES_MAX)
    throw buildMotionRefusal('the clip has more than 100 MB.');
  return clip;
}
