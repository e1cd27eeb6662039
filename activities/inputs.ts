import type { FileCheck } from '../adapters/storage/file-check.js';
import { MediaRefused } from '../adapters/storage/inspection/media-refused.js';
import type { ObjectStore } from '../adapters/storage/object-store.js';
import { ProviderFailure, type JobInputs, type JobMedia } from '../adapters/providers/provider.js';
import { MEDIA_BYTES_MAX } from '../domain/catalogue/media-types.js';
import type { GenerationInput } from '../domain/contract/generation-input.js';

export interface InputDeps {
  readonly store: ObjectStore;
  readonly fileCheck: FileCheck;
}

/** One picture that was given, as every upstream can read it: upright, without GPS, never HEIC. */
export async function load(
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
    // No other try can read it either.
    if (!(error instanceof MediaRefused)) throw error;
    throw new ProviderFailure('rejected', `The ${input.role} image cannot be read.`, 422);
  }
}

/** The pictures of a job, in the caller's order. */
export async function loadInputs(
  deps: InputDeps,
  inputs: readonly GenerationInput[],
): Promise<JobInputs> {
  const found: JobMedia[] = [];
  for (const input of inputs) found.push(await load(deps, input));
  const of = (role: GenerationInput['role']) =>
    inputs.flatMap((input, index) => {
      const image = found[index];
      return input.role === role && image ? [{ tag: input.tag ?? '', image }] : [];
    });
  return {
    scene: of('scene')[0]?.image ?? null,
    character: of('character')[0]?.image ?? null,
    references: of('reference'),
  };
}
