import type { AnswerClaim } from '../catalogue/runs.js';
import type { GenerationInput } from '../contract/generation-input.js';
import type { MediaKind } from '../catalogue/media-types.js';
import { invalid, type Issue } from '../contract/error.js';
import { NotMedia, parseMedia, type MediaReference } from '../contract/media.js';
import type { Caller } from '../accounts/authenticate.js';
import { findReadyUpload, type FindUploadDeps } from './find-upload.js';
import { importMedia, type ImportDeps } from './import-media.js';
import { resolveEach } from './resolve-each.js';
import { serviceFile, uploadedFile, type StoredFile } from './service-file.js';

export interface ResolveDeps extends FindUploadDeps, ImportDeps {
  readonly mediaBase: string;
}

/** One media field of a request, with where it stands in the body. */
export interface MediaFieldValue {
  readonly path: string;
  readonly text: string;
  readonly role: GenerationInput['role'];
  readonly tag: string | null;
}

/** A field that is of one of the three forms. Nothing was fetched or counted yet. */
export interface ParsedField extends MediaFieldValue {
  readonly reference: MediaReference;
  /** What the field takes; of one kind. */
  readonly kinds: readonly [MediaKind];
}

/** What a field takes; pictures unless its role says otherwise. */
const KINDS: Partial<Record<GenerationInput['role'], MediaKind>> = {
  motion: 'video',
  narration: 'audio',
};

/**
 * Reads every media field of a request, without effects.
 * @throws {Refusal} VALIDATION_ERROR with every field that is of none of the three forms
 */
export function parseFields(fields: readonly MediaFieldValue[], mediaBase: string): ParsedField[] {
  const issues: Issue[] = [];
  const parsed = fields.flatMap((field) => {
    try {
      const kinds = [KINDS[field.role] ?? 'image'] as const;
      return [{ ...field, kinds, reference: parseMedia(field.text, mediaBase) }];
    } catch (error) {
      if (!(error instanceof NotMedia)) throw error;
      issues.push({ path: field.path, message: error.message });
      return [];
    }
  });
  if (issues.length > 0) throw invalid(issues);
  return parsed;
}

/** A field as an object of our store. */
export interface ResolvedField {
  readonly field: ParsedField;
  readonly file: StoredFile;
  readonly input: GenerationInput;
}

/**
 * Turns the media fields of a request into objects of our store: what is an upload or a file of this
 * service is looked up, https and data URLs become uploads and count. A quote does the same without
 * effects (look-at-media.ts).
 * @returns in the order of the fields
 * @throws {Refusal} NOT_FOUND, VALIDATION_ERROR naming the field, RATE_LIMITED, UNAVAILABLE
 */
export async function resolveMedia(
  deps: ResolveDeps,
  caller: Caller,
  claim: AnswerClaim,
  fields: readonly ParsedField[],
): Promise<ResolvedField[]> {
  const resolved = await resolveEach<StoredFile>(fields, {
    upload: async (id) => uploadedFile(deps, await findReadyUpload(deps, caller.accountId, id)),
    service: (key, field) => serviceFile(deps, key, field),
    import: async (field, from) =>
      uploadedFile(deps, await importMedia(deps, { caller, claim, field, from, boxId: null })),
  });
  return resolved.map(({ field, file }) => {
    const { role, tag } = field;
    const { key, contentType } = file;
    return { field, file, input: { role, tag, key, contentType } };
  });
}
