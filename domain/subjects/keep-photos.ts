import { MediaRefused } from '../ports/media-refused.js';
import type { AnswerClaim } from '../catalogue/runs.js';
import { MEDIA_BYTES_MAX } from '../catalogue/media-types.js';
import { buildKey } from '../catalogue/object-keys.js';
import { refuseInvalid } from '../contract/refusal.js';
import type { Caller } from '../accounts/caller.js';
import { resolveMedia, type ResolveDeps } from '../uploads/resolve-media.js';
import { parseFields, type ParsedField } from '../uploads/parse-fields.js';

export interface PhotoDeps extends ResolveDeps {
  /** Creates the unguessable part of an object key. */
  readonly newSecret: () => string;
}

/** Owners of photos, with the plan limit that counts them. */
export const PLACE_OF = { character: 'characters', product: 'products' } as const;
export type PhotoRole = keyof typeof PLACE_OF;

/**
 * Creates a new key for a photo. The photo is served to anyone with the key, and never overwritten.
 */
export function createPhotoKey(role: PhotoRole, id: string, secret: string): string {
  return buildKey({ kind: role, id, name: secret, extension: 'webp' });
}

/**
 * Parses a request's photos, without side effects.
 * @throws {Refusal} VALIDATION_ERROR with every text that is not a media reference
 */
export function parsePhotos(
  deps: Pick<ResolveDeps, 'mediaBase'>,
  role: PhotoRole,
  images: readonly string[],
): ParsedField[] {
  const fields = images.map((text, index) => ({
    path: `body.images.${index}`,
    text,
    role,
    tag: null,
  }));
  return parseFields(fields, deps.mediaBase);
}

/**
 * Copies photos to new keys, before any row references them: upright, WebP, without EXIF and GPS
 * data. If one photo is refused, the other copies are removed.
 * @returns the keys in the caller's order
 * @throws {Refusal} NOT_FOUND, VALIDATION_ERROR naming the field, RATE_LIMITED, UNAVAILABLE
 */
export async function keepPhotos(
  deps: PhotoDeps,
  { caller, claim, role, id }: { caller: Caller; claim: AnswerClaim; role: PhotoRole; id: string },
  fields: readonly ParsedField[],
): Promise<string[]> {
  const given = await resolveMedia(deps, caller, claim, fields);
  const kept: string[] = [];
  try {
    for (const { field, input } of given) {
      const photo = await normalise(deps, caller.accountId, input.key, field.path);
      const copy = createPhotoKey(role, id, deps.newSecret());
      // Recorded before the write, so that a copy is removed even if the store's response was lost.
      kept.push(copy);
      await deps.store.put(copy, photo, 'image/webp');
    }
    return kept;
  } catch (error) {
    await deps.store.remove(kept);
    throw error;
  }
}

async function normalise(
  { store, fileCheck }: PhotoDeps,
  accountId: string,
  key: string,
  path: string,
) {
  const bytes = await store.get(key, MEDIA_BYTES_MAX.image);
  if (!bytes)
    throw refuseInvalid([{ path, message: 'was deleted during the request; send it again' }]);
  try {
    return await fileCheck.photo(bytes, accountId);
  } catch (error) {
    if (!(error instanceof MediaRefused)) throw error;
    throw refuseInvalid([{ path, message: error.message }]);
  }
}
