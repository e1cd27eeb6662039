import type { Files } from './files.js';
import {
  requireClip,
  requireFlag,
  requireInteger,
  isRecord,
  requireList,
  requireObject,
  requireOneOf,
  requirePicture,
  findSchemaProblems,
  listSeconds,
  requireText,
  JPEG_PNG,
  WITH_WEBP,
  type Schema,
} from './rules.js';

/**
 * Each model's input, transcribed from docs.kie.ai/market/<vendor>/<model> and docs.kie.ai/veo3-api
 * (second-hand, 2026-11-21), not from the adapter.
 */
const RATIOS = ['1:1', '4:3', '3:4', '16:9', '9:16', '21:9', 'adaptive'];

const seedance = (promptMax: number, resolutions: readonly string[], longest: number): Schema => ({
  fields: {
    prompt: requireText(promptMax, 3),
    first_frame_url: requirePicture(WITH_WEBP, 30),
    last_frame_url: requirePicture(WITH_WEBP, 30),
    reference_image_urls: requireList(requirePicture(WITH_WEBP, 30), 1, 30),
    generate_audio: requireFlag,
    resolution: requireOneOf(...resolutions),
    aspect_ratio: requireOneOf(...RATIOS),
    duration: requireInteger(4, longest),
    web_search: requireFlag,
    nsfw_checker: requireFlag,
  },
  required: ['prompt'],
  exclusive: [['first_frame_url', 'reference_image_urls']],
});

const veo: Schema = {
  fields: {
    model: requireOneOf('veo3', 'veo3_fast'),
    prompt: requireText(20_000),
    imageUrls: requireList(requirePicture(WITH_WEBP, 10), 1, 2),
    generationType: requireOneOf('TEXT_2_VIDEO', 'FIRST_AND_LAST_FRAMES_2_VIDEO'),
    aspect_ratio: requireOneOf('16:9', '9:16', 'Auto'),
    resolution: requireOneOf('720p', '1080p', '4k'),
    duration: requireInteger(4, 8),
    enableTranslation: requireFlag,
    seeds: requireInteger(10_000, 99_999),
    callBackUrl: requireText(2_000),
  },
  required: ['prompt', 'model'],
};

const element: Schema = {
  fields: {
    name: requireText(20),
    description: requireText(200),
    element_input_urls: requireList(requirePicture(JPEG_PNG, 10), 2, 4),
  },
  required: ['name', 'description', 'element_input_urls'],
};

const SCHEMAS: Readonly<Record<string, Schema>> = {
  'nano-banana-2': {
    fields: {
      prompt: requireText(20_000),
      image_input: requireList(requirePicture(WITH_WEBP, 30), 1, 14),
      aspect_ratio: requireOneOf(
        '1:1',
        '2:3',
        '3:2',
        '1:4',
        '4:1',
        '3:4',
        '4:3',
        '4:5',
        '5:4',
        '1:8',
        '8:1',
        '9:16',
        '16:9',
        '21:9',
        'auto',
      ),
      resolution: requireOneOf('1K', '2K', '4K'),
      output_format: requireOneOf('png', 'jpg'),
    },
    required: ['prompt'],
  },
  'bytedance/seedance-2-5': seedance(30_000, ['480p', '720p', '1080p'], 30),
  'bytedance/seedance-2': seedance(20_000, ['480p', '720p', '1080p', '4k'], 15),
  'bytedance/seedance-2-mini': seedance(20_000, ['480p', '720p'], 15),
  'kling-3.0/video': {
    fields: {
      prompt: requireText(2_500),
      image_urls: requireList(requirePicture(JPEG_PNG, 10), 1, 2),
      sound: requireFlag,
      duration: requireOneOf(...listSeconds(3, 15)),
      aspect_ratio: requireOneOf('16:9', '9:16', '1:1'),
      mode: requireOneOf('std', 'pro', '4K'),
      multi_shots: requireFlag,
      kling_elements: requireList(requireObject(element), 1, 3),
    },
    required: ['prompt', 'duration', 'mode', 'multi_shots'],
  },
  'kling-3.0/motion-control': {
    fields: {
      prompt: requireText(2_500, 0),
      input_urls: requireList(requirePicture(JPEG_PNG, 10), 1, 1),
      video_urls: requireList(requireClip, 1, 1),
      mode: requireOneOf('720p', '1080p'),
      character_orientation: requireOneOf('video', 'image'),
      background_source: requireOneOf('input_video', 'input_image'),
    },
    required: ['input_urls', 'video_urls'],
  },
  'wan/2-6-image-to-video': {
    fields: {
      prompt: requireText(5_000, 2),
      image_urls: requireList(requirePicture(WITH_WEBP, 10), 1, 1),
      duration: requireOneOf('5', '10', '15'),
      resolution: requireOneOf('720p', '1080p'),
      multi_shots: requireFlag,
      nsfw_checker: requireFlag,
    },
    required: ['prompt', 'image_urls'],
  },
  'minimax-h3/image-to-video': {
    fields: {
      prompt: requireText(7_000),
      first_frame_url: requirePicture(WITH_WEBP, 20),
      last_frame_url: requirePicture(WITH_WEBP, 20),
      resolution: requireOneOf('768P', '2K'),
      duration: requireInteger(4, 15),
    },
    required: ['prompt', 'duration', 'first_frame_url'],
  },
  'google/gemini-omni-flash-1-1': {
    fields: {
      prompt: requireText(20_000),
      first_frame_url: requirePicture(WITH_WEBP, 20),
      image_urls: requireList(requirePicture(WITH_WEBP, 20), 1, 7),
      aspect_ratio: requireOneOf('16:9', '9:16'),
      resolution: requireOneOf('360p', '720p', '1080p', '4k'),
      duration: requireOneOf('4', '6', '8', '10'),
    },
    required: ['prompt', 'duration'],
    exclusive: [['first_frame_url', 'image_urls']],
  },
  'grok-imagine-video-1-5-preview': {
    fields: {
      prompt: requireText(4_096),
      image_urls: requireList(requirePicture(WITH_WEBP, 10), 1, 7),
      aspect_ratio: requireOneOf('1:1', '16:9', '9:16', '3:2', '2:3', 'auto'),
      resolution: requireOneOf('480p', '720p', '1080p'),
      duration: requireInteger(1, 15),
      nsfw_checker: requireFlag,
    },
    required: ['prompt', 'image_urls'],
  },
};

/** Finds the problems with an order's body; returns an empty list if it is valid. */
export async function findOrderProblems(
  api: 'jobs' | 'veo',
  body: unknown,
  files: Files,
): Promise<string[]> {
  if (api === 'veo') return findSchemaProblems(veo, body, files);
  if (!isRecord(body)) return ['must be an object'];
  const { model, input, ...rest } = body;
  const schema = SCHEMAS[String(model)];
  const unknown = Object.keys(rest)
    .filter((name) => name !== 'callBackUrl')
    .map((name) => `${name} is not a field of an order`);
  if (!schema) return [...unknown, `model ${String(model)} is unknown`];
  return [...unknown, ...(await findSchemaProblems(schema, input, files))];
}
