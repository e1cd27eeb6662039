import sharp from 'sharp';

/** A file in the fake's storage. */
export interface StoredFile {
  readonly contentType: string;
  readonly bytes: Buffer | null;
}

export type FileReader = (address: unknown) => StoredFile | null;

/** Returns the problem with a value, or null. */
type FieldCheck = (value: unknown, read: FileReader) => Promise<string | null> | string | null;

export interface Fields {
  readonly required: Readonly<Record<string, FieldCheck>>;
  readonly optional?: Readonly<Record<string, FieldCheck>>;
}

const checkWords =
  (max: number): FieldCheck =>
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= max
      ? null
      : `must be a text of 1 to ${max} characters`;

const checkOneOf =
  (...values: readonly unknown[]): FieldCheck =>
  (value) =>
    values.includes(value) ? null : `must be one of ${values.join(', ')}`;

const flag = checkOneOf(true, false);

/**
 * Checks a seed. fal's pages document no range. Models accept at most 32 bits, some of them signed,
 * so a seed has at most 31 bits.
 */
const seed: FieldCheck = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31
    ? null
    : 'must be a seed of 31 bits';

const listNumbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const checkSpelled = (from: number, to: number) =>
  checkOneOf('auto', ...listNumbers(from, to).map(String));

const checkPicture =
  (sideMin = 1): FieldCheck =>
  async (value, read) => {
    const file = read(value);
    if (!file?.bytes) return 'is not the address of an uploaded file';
    const { width, height, format } = await sharp(file.bytes).metadata();
    if (`image/${format}` !== file.contentType) return `is ${format}, not ${file.contentType}`;
    await sharp(file.bytes).stats();
    return Math.min(width, height) < sideMin ? `has a side below ${sideMin} pixels` : null;
  };

const checkFileSize =
  (bytesMax: number, ...types: readonly string[]): FieldCheck =>
  (value, read) => {
    const stored = read(value);
    if (!stored?.bytes) return 'is not the address of an uploaded file';
    if (!types.includes(stored.contentType)) return `is ${stored.contentType}`;
    return stored.bytes.length > bytesMax ? `is above ${bytesMax} bytes` : null;
  };

const checkList =
  (min: number, max: number, check: FieldCheck): FieldCheck =>
  async (value, read) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      return `must be a list of ${min} to ${max}`;
    }
    const wrong = await Promise.all(value.map(async (entry) => check(entry, read)));
    return wrong.find((text) => text !== null) ?? null;
  };

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

const checkElement: FieldCheck = (value, read) =>
  findFieldProblems(
    {
      required: {
        frontal_image_url: checkPicture(300),
        reference_image_urls: checkList(1, 3, checkPicture(300)),
      },
    },
    value,
    read,
  ).then((wrong) => wrong[0] ?? null);

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
};

/** Finds all problems with a model input: missing, unknown or unusable fields. */
export async function findFieldProblems(
  { required, optional }: Fields,
  input: unknown,
  read: FileReader,
): Promise<string[]> {
  const given = (input ?? {}) as Record<string, unknown>;
  const checks: Record<string, FieldCheck> = { ...required, ...optional };
  const missing = Object.keys(required).filter((name) => !(name in given));
  const wrong = await Promise.all(
    Object.entries(given).map(async ([name, value]) => {
      const check = checks[name];
      const why = check ? await check(value, read) : 'is not a field of this endpoint';
      return why === null ? [] : [`${name} ${why}`];
    }),
  );
  return [...missing.map((name) => `${name} is missing`), ...wrong.flat()];
}
