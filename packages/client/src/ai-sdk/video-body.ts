import type { Experimental_VideoModelV4CallOptions, SharedV4Warning } from '@ai-sdk/provider';
import { toMediaField } from './media-field.js';
import { warnOf } from './results.js';

/** Writes the options of the SDK as fields of `POST /v1/videos`, without its size. */
export function writeVideoFields(
  options: Experimental_VideoModelV4CallOptions,
  warnings: SharedV4Warning[],
): Record<string, unknown> {
  const { prompt, aspectRatio, duration, fps, seed, image, generateAudio } = options;
  const references = options.inputReferences ?? [];
  const isClip = (file: (typeof references)[number]) => file.mediaType?.startsWith('video/');
  const pictures = references.filter((file) => !isClip(file));
  const [motion, ...others] = references.filter(isClip);
  if (fps !== undefined) warnings.push(warnOf('fps', 'The model sets the frame rate.'));
  if (others.length > 0) warnings.push(warnOf('inputReferences', 'Only the first clip is used.'));
  if (options.frameImages?.some(({ frameType }) => frameType === 'last_frame')) {
    warnings.push(warnOf('frameImages', 'The service has no last frame; the first is used.'));
  }
  return {
    ...(prompt !== undefined && { prompt }),
    ...(aspectRatio && { aspect_ratio: aspectRatio }),
    ...(duration !== undefined && { duration: `${duration}` }),
    ...(seed !== undefined && { seed }),
    ...(image && { start_frame: toMediaField(image) }),
    ...(pictures.length > 0 && {
      reference_images: pictures.map((file) => ({ image: toMediaField(file) })),
    }),
    ...(motion && { motion_video: toMediaField(motion) }),
    ...(generateAudio !== undefined && { audio: generateAudio }),
  };
}
