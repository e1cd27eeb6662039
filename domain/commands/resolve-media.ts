import type { AnswerClaim } from '../../workflows/names.js';
import type { GenerationInput } from '../contract/generation-input.js';
import { shapeOf, type MediaFacts, type MediaKind } from '../catalogue/media-types.js';
import { invalid } from '../contract/error.js';
import { NotMedia, parseMedia, type MediaReference } from '../contract/media.js';
import type { Caller } from './authenticate.js';
import { findReadyUpload, type FindUploadDeps } from './find-upload.js';
import { importMedia, type ImportDeps } from './import-media.js';
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
}

/**
 * Reads every media field of a request, without effects: a quote does this and no more.
 * @throws {Refusal} VALIDATION_ERROR with every field that is of none of the three forms
 */
export function parseFields(fields: readonly MediaFieldValue[], mediaBase: string): ParsedField[] {
  const issues: { path: string; message: string }[] = [];
  const parsed = fields.flatMap((field) => {
    try {
      return [{ ...field, reference: parseMedia(field.text, mediaBase) }];
    } catch (error) {
      if (!(error instanceof NotMedia)) throw error;
      issues.push({ path: field.path, message: error.message });
      return [];
    }
  });
  if (issues.length > 0) throw invalid(issues);
  return parsed;
}

/** What a field takes; pictures unless its role says otherwise. */
const KINDS: Partial<Record<GenerationInput['role'], MediaKind>> = {
  motion: 'video',
  narration: 'audio',
};

/** A field as an object of our store. */
export interface ResolvedField extends MediaFacts {
  readonly field: ParsedField;
  readonly input: GenerationInput;
}

/** Width to height of the picture that plays a role; null without one, or when nobody knows. */
export function shapeOfRole(
  resolved: readonly ResolvedField[],
  role: GenerationInput['role'],
): number | null {
  const found = resolved.find(({ input }) => input.role === role);
  return found ? shapeOf(found) : null;
}

/**
 * Turns the media fields of a request into objects of our store: what is an upload or a file of this
 * service is looked up, https and data URLs become uploads and count (design §5).
 * One after the other and the lookups first, so that a request that is refused has fetched and
 * counted as little as possible.
 * @returns in the order of the fields
 * @throws {Refusal} NOT_FOUND, VALIDATION_ERROR naming the field, RATE_LIMITED, UNAVAILABLE
 */
export async function resolveMedia(
  deps: ResolveDeps,
  caller: Caller,
  claim: AnswerClaim,
  fields: readonly ParsedField[],
): Promise<ResolvedField[]> {
  const isImport = ({ reference: { kind } }: ParsedField) => kind === 'url' || kind === 'data';
  const found = new Map<ParsedField, ResolvedField>();
  for (const field of fields.toSorted((a, b) => Number(isImport(a)) - Number(isImport(b)))) {
    const { role, tag } = field;
    const file = await resolveOne(deps, caller, claim, field);
    const { key, contentType, kind, durationSeconds, width, height } = file;
    const needed = KINDS[role] ?? 'image';
    if (kind !== needed) {
      const message = `is a file of kind ${kind}; ${articled(needed)} is needed`;
      throw invalid([{ path: field.path, message }]);
    }
    const input = { role, tag, key, contentType };
    found.set(field, { field, input, durationSeconds, width, height });
  }
  return fields.flatMap((field) => found.get(field) ?? []);
}

const articled = (kind: MediaKind) =>
  ({ image: 'an image', video: 'a video', audio: 'an audio file' })[kind];

async function resolveOne(
  deps: ResolveDeps,
  caller: Caller,
  claim: AnswerClaim,
  { path, reference, role }: ParsedField,
): Promise<StoredFile> {
  switch (reference.kind) {
    case 'upload':
      return uploadedFile(deps, await findReadyUpload(deps, caller.accountId, reference.id));
    case 'service':
      return serviceFile(deps, reference.key, path);
    default: {
      const from = reference.kind === 'url' ? { url: reference.url } : reference;
      const source = { claim, path };
      const kinds = [KINDS[role] ?? 'image'] as const;
      const wanted = { caller, source, from, kinds, boxId: null };
      return uploadedFile(deps, await importMedia(deps, wanted));
    }
  }
}
