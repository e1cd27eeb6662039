import type { FileCheck } from '../domain/ports/file-check.js';
import { MediaRefused } from '../domain/ports/media-refused.js';
import type { ObjectStore } from '../domain/ports/object-store.js';
import { ProviderFailure } from '../domain/ports/provider.js';
import type { JobInputs, JobMedia, TaggedImage } from '../domain/ports/provider-job.js';
import { MEDIA_BYTES_MAX, MEDIA_TYPES, parseContentType } from '../domain/catalogue/media-types.js';
import type { GenerationInput } from '../domain/contract/generation-input.js';

export interface InputDeps {
  readonly store: ObjectStore;
  readonly fileCheck: FileCheck;
}

/**
 * Loads one input image in a form that every upstream can read: upright, without GPS data, and
 * never HEIC.
 */
export async function loadPicture(
  { store, fileCheck }: InputDeps,
  input: GenerationInput,
): Promise<JobMedia> {
  const bytes = await store.get(input.key, MEDIA_BYTES_MAX.image);
  if (!bytes) {
    throw new ProviderFailure('rejected', `The ${input.role} image was deleted meanwhile.`, 404);
  }
  try {
    return { bytes: await fileCheck.photo(bytes), contentType: 'image/webp' };
  } catch (error) {
    // A retry could not read the file either.
    if (!(error instanceof MediaRefused)) throw error;
    throw new ProviderFailure('rejected', `The ${input.role} image cannot be read.`, 422);
  }
}

/** Loads all images of one role, in the caller's order. */
export async function loadRole(
  deps: InputDeps,
  inputs: readonly GenerationInput[],
  role: GenerationInput['role'],
): Promise<TaggedImage[]> {
  const found: TaggedImage[] = [];
  for (const input of inputs.filter((one) => one.role === role)) {
    found.push({ tag: input.tag ?? '', image: await loadPicture(deps, input) });
  }
  return found;
}

/** Loads all images that a job uses. */
export async function loadInputs(
  deps: InputDeps,
  inputs: readonly GenerationInput[],
): Promise<JobInputs> {
  const loadImages = async (role: GenerationInput['role']) =>
    (await loadRole(deps, inputs, role)).map(({ image }) => image);
  return {
    scene: (await loadImages('scene'))[0] ?? null,
    characters: await loadImages('character'),
    products: await loadImages('product'),
    references: await loadRole(deps, inputs, 'reference'),
  };
}

/** Finds the first input with a role, or null. */
export const findInput = (
  inputs: readonly GenerationInput[],
  role: GenerationInput['role'],
): GenerationInput | null => inputs.find((input) => input.role === role) ?? null;

/** Loads audio or a clip unchanged; returns null if the role has no file. */
export async function loadRaw(
  { store }: InputDeps,
  input: GenerationInput | null,
): Promise<JobMedia | null> {
  if (!input) return null;
  const type = parseContentType(input.contentType);
  const bytes = await store.get(
    input.key,
    MEDIA_BYTES_MAX[type ? MEDIA_TYPES[type].kind : 'video'],
  );
  if (!bytes) {
    throw new ProviderFailure('rejected', `The ${input.role} file was deleted meanwhile.`, 404);
  }
  return { bytes, contentType: input.contentType };
}

/**
 * Loads the image that a clip starts from.
 * @param frame key of a generated first frame; null if the caller provided the frame
 */
export async function loadFirstFrame(
  deps: InputDeps,
  inputs: readonly GenerationInput[],
  frame: string | null,
): Promise<JobMedia> {
  const made = { role: 'start_frame', tag: null, contentType: 'image/webp' } as const;
  const input = frame === null ? findInput(inputs, 'start_frame') : { ...made, key: frame };
  if (!input) throw new ProviderFailure('rejected', 'The first frame is missing.');
  return loadPicture(deps, input);
}
