import {
  checkFileSize,
  checkList,
  checkObject,
  checkOneOf,
  checkPicture,
  checkSpelled,
  checkWords,
  flag,
  listNumbers,
  seed,
  type Fields,
} from './field-checks.js';
import { SPEECH_FIELDS } from './speech-fields.js';

const SEEDANCE_RATIOS = checkOneOf('auto', '21:9', '16:9', '4:3', '1:1', '3:4', '9:16');

const seedance = (secondsMax: number, ...resolutions: readonly string[]): Fields => ({
  required: { prompt: checkWords(30_000), image_url: checkPicture() },
  optional: {
    end_image_url: checkPicture(),
    resolution: checkOneOf(...resolutions),
    duration: checkSpelled(4, secondsMax),
    aspect_ratio: SEEDANCE_RATIOS,
    generate_audio: flag,
    seed,
  },
});

const checkElement = checkObject({
  required: {
    frontal_image_url: checkPicture(300),
    reference_image_urls: checkList(1, 3, checkPicture(300)),
  },
});

const KLING: Fields = {
  required: { start_image_url: checkPicture(300) },
  optional: {
    prompt: checkWords(2_500),
    end_image_url: checkPicture(300),
    duration: checkOneOf(...listNumbers(3, 15).map(String)),
    generate_audio: flag,
    elements: checkList(1, 3, checkElement),
  },
};

const MOTION: Fields = {
  required: {
    image_url: checkPicture(300),
    video_url: checkFileSize(100_000_000, 'video/mp4', 'video/quicktime'),
    character_orientation: checkOneOf('image', 'video'),
  },
  optional: { prompt: checkWords(2_500), keep_original_sound: flag },
};

const VEO: Fields = {
  required: { prompt: checkWords(20_000), image_url: checkPicture() },
  optional: {
    aspect_ratio: checkOneOf('auto', '16:9', '9:16'),
    duration: checkOneOf('4s', '6s', '8s'),
    resolution: checkOneOf('720p', '1080p', '4k'),
    generate_audio: flag,
    auto_fix: flag,
    seed,
  },
};

const IMAGE_RATIOS = 'auto 21:9 16:9 3:2 4:3 5:4 1:1 4:5 3:4 2:3 9:16 4:1 1:4 8:1 1:8'.split(' ');

const NANO_BANANA = {
  aspect_ratio: checkOneOf(...IMAGE_RATIOS),
  resolution: checkOneOf('0.5K', '1K', '2K', '4K'),
  num_images: checkOneOf(1, 2, 3, 4),
  output_format: checkOneOf('jpeg', 'png', 'webp'),
  seed,
};

/**
 * The endpoints' inputs according to fal's documentation; nothing here is copied from the adapter.
 */
export const ENDPOINT_FIELDS: Readonly<Record<string, Fields>> = {
  'fal-ai/nano-banana-2': { required: { prompt: checkWords(50_000) }, optional: NANO_BANANA },
  'fal-ai/nano-banana-2/edit': {
    required: { prompt: checkWords(50_000), image_urls: checkList(1, 14, checkPicture()) },
    optional: NANO_BANANA,
  },
  'bytedance/seedance-2.5/image-to-video': seedance(30, '480p', '720p', '1080p'),
  'bytedance/seedance-2.0/image-to-video': seedance(15, '480p', '720p', '1080p', '4k'),
  'bytedance/seedance-2.0/mini/image-to-video': seedance(15, '480p', '720p'),
  'fal-ai/kling-video/v3/standard/image-to-video': KLING,
  'fal-ai/kling-video/v3/pro/image-to-video': KLING,
  'fal-ai/kling-video/v3/standard/motion-control': MOTION,
  'fal-ai/kling-video/v3/pro/motion-control': MOTION,
  'wan/v2.6/image-to-video': {
    required: { prompt: checkWords(800), image_url: checkPicture(240) },
    optional: {
      duration: checkOneOf('5', '10', '15'),
      resolution: checkOneOf('720p', '1080p'),
      audio_url: checkFileSize(15_000_000, 'audio/wav', 'audio/mpeg'),
      seed,
    },
  },
  'minimax/h3/image-to-video': {
    required: { prompt: checkWords(7_000), image_url: checkPicture() },
    optional: {
      end_image_url: checkPicture(),
      duration: checkOneOf(...listNumbers(5, 15)),
      resolution: checkOneOf('480P', '768P', '2K', '4K'),
    },
  },
  'google/gemini-omni-flash/v1.1/image-to-video': {
    required: { prompt: checkWords(100_000), image_url: checkPicture() },
    optional: {
      end_image_url: checkPicture(),
      duration: checkOneOf(...listNumbers(3, 10)),
      resolution: checkOneOf('360p', '720p', '1080p', '4k'),
      aspect_ratio: checkOneOf('16:9', '9:16'),
    },
  },
  'fal-ai/veo3.1/image-to-video': VEO,
  'fal-ai/veo3.1/fast/image-to-video': VEO,
  ...SPEECH_FIELDS,
};
