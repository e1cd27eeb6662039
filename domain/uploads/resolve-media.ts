import type { AnswerClaim } from '../catalogue/runs.js';
import type { GenerationInput } from '../contract/generation-input.js';
import type { Caller } from '../accounts/caller.js';
import { findReadyUpload, type FindUploadDeps } from './find-upload.js';
import { importMedia, type ImportDeps } from './import-media.js';
import type { ParsedField } from './parse-fields.js';
import { resolveEach } from './resolve-each.js';
import { findServiceFile, readUploadedFile, type StoredFile } from './service-file.js';

export interface ResolveDeps extends FindUploadDeps, ImportDeps {
  readonly mediaBase: string;
}

/** A field resolved to an object in our store. */
export interface ResolvedField {
  readonly field: ParsedField;
  readonly file: StoredFile;
  readonly input: GenerationInput;
}

/**
 * Resolves a request's media fields to objects in our store: finds uploads and this service's
 * files, and turns https and data URLs into uploads, which count. A quote does the same without
 * side effects (inspect-media.ts).
 * @returns files in the order of the fields
 * @throws {Refusal} NOT_FOUND, VALIDATION_ERROR naming the field, RATE_LIMITED, UNAVAILABLE
 */
export async function resolveMedia(
  deps: ResolveDeps,
  caller: Caller,
  claim: AnswerClaim,
  fields: readonly ParsedField[],
): Promise<ResolvedField[]> {
  const resolved = await resolveEach<StoredFile>(fields, {
    upload: async (id) => readUploadedFile(deps, await findReadyUpload(deps, caller.accountId, id)),
    service: (key, field) => findServiceFile(deps, caller.accountId, key, field),
    import: async (field, from) =>
      readUploadedFile(deps, await importMedia(deps, { caller, claim, field, from, boxId: null })),
  });
  return resolved.map(({ field, file }) => {
    const { role, tag } = field;
    const { key, contentType } = file;
    return { field, file, input: { role, tag, key, contentType } };
  });
}
