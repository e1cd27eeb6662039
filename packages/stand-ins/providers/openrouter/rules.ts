import sharp from 'sharp';
import { LISTED, type ListedModel } from './models.js';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Kling accepts only these two types; the other models accept them as well. */
const PICTURES = ['image/jpeg', 'image/png'];
const PICTURE_CHARACTERS_MAX = 10_000_000;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** An order's fields (types from @openrouter/sdk 1.3.19), each with its check. */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  model: isText,
  prompt: isText,
  duration: (value) => Number.isInteger(value),
  resolution: isText,
  aspect_ratio: isText,
  size: (value) => /^\d+x\d+$/.test(String(value)),
  generate_audio: (value) => typeof value === 'boolean',
  seed: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31,
  frame_images: Array.isArray,
  input_references: Array.isArray,
  callback_url: (value) => String(value).startsWith('https://'),
};

/**
 * Finds the problems with an order's form, for any model; returns an empty list if it is well
 * formed.
 */
export async function malformed(body: Json): Promise<string[]> {
  const wrong = Object.entries(body)
    .filter(([name, value]) => FIELDS[name]?.(value) !== true)
    .map(([name]) => `${name} is unknown, or of another type`);
  const frames: readonly unknown[] = Array.isArray(body['frame_images'])
    ? (body['frame_images'] as unknown[])
    : [];
  const pictures = await Promise.all(frames.map((frame) => findFrameProblem(frame)));
  return [
    ...wrong,
    ...['model', 'prompt'].filter((name) => !(name in body)).map((name) => `${name} is missing`),
    ...('size' in body && ('resolution' in body || 'aspect_ratio' in body)
      ? ['size excludes resolution and aspect_ratio']
      : []),
    // If both are given, most models ignore the references and some answer 400; none does what was
    // intended.
    ...('frame_images' in body && 'input_references' in body ? ['frames and references'] : []),
    ...pictures.flatMap((problem) => problem ?? []),
  ];
}

async function findFrameProblem(frame: unknown): Promise<string | null> {
  if (!isObject(frame)) return 'a frame must be an object';
  const { type, image_url: image, frame_type: kind, ...rest } = frame;
  if (type !== 'image_url' || !isObject(image) || Object.keys(rest).length > 0) {
    return 'a frame is {type, image_url: {url}, frame_type}';
  }
  if (!['first_frame', 'last_frame'].includes(String(kind))) return `frame_type ${String(kind)}`;
  const url = String(image['url']);
  if (url.length > PICTURE_CHARACTERS_MAX) return 'a frame above 10 MB';
  const [, declared = '', data = ''] = /^data:([\w/+.-]+);base64,([\w+/]+=*)$/.exec(url) ?? [];
  try {
    const picture = sharp(Buffer.from(data, 'base64'), { failOn: 'warning' });
    const { format } = await picture.metadata();
    await picture.stats();
    return `image/${format}` === declared && PICTURES.includes(declared)
      ? null
      : `a frame of ${format}, declared ${declared}`;
  } catch {
    return 'a frame that is not a picture';
  }
}

/**
 * Finds values that the model does not support. They are answered with 400, but are not a protocol
 * violation.
 */
export function findUnsupported(body: Json): string[] {
  const model: ListedModel | undefined = LISTED[String(body['model'])];
  if (model === undefined) return [`${String(body['model'])} is not a valid model ID`];
  const sets: readonly (readonly [string, readonly unknown[]])[] = [
    ['resolution', model.supported_resolutions],
    ['aspect_ratio', model.supported_aspect_ratios],
    ['duration', model.supported_durations],
  ];
  const frames = (body['frame_images'] ?? []) as readonly Json[];
  return [
    ...sets
      .filter(([name, set]) => name in body && !set.includes(body[name]))
      .map(([name, set]) => `${name} ${String(body[name])} is not supported: ${set.join(', ')}`),
    ...frames
      .map((frame) => String(frame['frame_type']))
      .filter((kind) => !model.supported_frame_images.includes(kind))
      .map((kind) => `${kind} is not supported`),
    ...('generate_audio' in body && !model.generate_audio
      ? ['generate_audio cannot be chosen for this model']
      : []),
    ...('seed' in body && model.seed === null ? ['seed is not supported'] : []),
    ...(String(body['prompt']).length > model.promptMax ? ['prompt is too long'] : []),
  ];
}
