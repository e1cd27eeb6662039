import { Upload } from '../../entities/upload.js';
import type { AnswerClaim } from '../../workflows/names.js';
import type { GenerationInput } from '../contract/generation-input.js';
import { invalid, Refusal } from '../contract/error.js';
import { NotMedia, parseMedia, type MediaReference } from '../contract/media.js';
import type { Caller } from './authenticate.js';
import { findReadyUpload, type FindUploadDeps } from './find-upload.js';
import { importMedia, type ImportDeps } from './import-media.js';

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

/**
 * Turns the media fields of an image request into objects of our store: what is an upload or a file of
 * this service is looked up, https and data URLs become uploads and count (design §5).
 * One after the other and the lookups first, so that a request that is refused has fetched and
 * counted as little as possible.
 * @throws {Refusal} NOT_FOUND, VALIDATION_ERROR naming the field, RATE_LIMITED, UNAVAILABLE
 */
export async function resolveImages(
  deps: ResolveDeps,
  caller: Caller,
  claim: AnswerClaim,
  fields: readonly ParsedField[],
): Promise<GenerationInput[]> {
  const isImport = ({ reference: { kind } }: ParsedField) => kind === 'url' || kind === 'data';
  const inputs = new Map<ParsedField, GenerationInput>();
  for (const field of fields.toSorted((a, b) => Number(isImport(a)) - Number(isImport(b)))) {
    const { role, tag } = field;
    inputs.set(field, { role, tag, ...(await resolveOne(deps, caller, claim, field)) });
  }
  return fields.flatMap((field) => inputs.get(field) ?? []);
}

async function resolveOne(
  deps: ResolveDeps,
  caller: Caller,
  claim: AnswerClaim,
  { path, reference }: ParsedField,
): Promise<{ key: string; contentType: string }> {
  switch (reference.kind) {
    case 'upload':
      return imageOf(await findReadyUpload(deps, caller.accountId, reference.id), path);
    case 'service':
      return serviceFile(deps, reference.key, path);
    default: {
      const from = reference.kind === 'url' ? { url: reference.url } : reference;
      const source = { claim, path };
      const wanted = { caller, source, from, kinds: ['image'], boxId: null } as const;
      return imageOf(await importMedia(deps, wanted), path);
    }
  }
}

function imageOf(upload: Upload & { objectKey: string }, path: string) {
  if (upload.kind !== 'image') {
    throw invalid([{ path, message: `is a file of kind ${upload.kind}; an image is needed` }]);
  }
  return { key: upload.objectKey, contentType: upload.contentType };
}

const OUTPUT_KEY = /^outputs\/gen_[0-9a-f]{32}\/[A-Za-z0-9_-]{32,}\.webp$/;
const UPLOAD_KEY = /^uploads\/(upl_[0-9a-f]{32})\//;

/** A file of this service: whoever knows its address may use it, as may whoever can open it. */
async function serviceFile(deps: ResolveDeps, key: string, path: string) {
  const id = UPLOAD_KEY.exec(key)?.[1];
  if (id) {
    const row = await deps.db.manager.findOneBy(Upload, { id, objectKey: key, status: 'ready' });
    if (!row || row.expiresAt.getTime() <= Date.now()) throw new Refusal('NOT_FOUND');
    return imageOf(row as Upload & { objectKey: string }, path);
  }
  const facts = OUTPUT_KEY.test(key) ? await deps.store.stat(key) : null;
  if (!facts) {
    throw new Refusal('NOT_FOUND', { message: `${path} names no file of this service.` });
  }
  return { key, contentType: facts.contentType };
}
