import { computeShape, type MediaFacts, type MediaKind } from '../catalogue/media-types.js';
import type { GenerationInput } from '../contract/generation-input.js';
import { Refusal } from '../contract/refusal.js';
import type { InlineFile, MediaReference } from '../contract/media.js';
import { shorten } from '../contract/show-value.js';
import { requireKind } from './accept-file.js';
import type { ImportRequest } from './import-media.js';
import type { ParsedField } from './parse-fields.js';

/** A file that a field refers to. `kind` is null if the file was not inspected. */
export interface ResolvedFile extends MediaFacts {
  readonly kind: MediaKind | null;
  readonly contentType: string;
}

/**
 * Resolves each form of reference: the real endpoint fetches, stores and counts; a quote only
 * checks. This file decides the refusals of both, and their order.
 */
export interface MediaResolver<F extends ResolvedFile> {
  upload(id: string): Promise<F>;
  /** @param field the field named in the refusal, without `body.` */
  service(key: string, field: string): Promise<F>;
  import(field: ParsedField, from: ImportRequest['from']): Promise<F>;
}

/**
 * Lookups come first, so that as little as possible is stored and fetched for a refused request.
 */
const ORDER: Readonly<Record<MediaReference['kind'], number>> = {
  upload: 0,
  service: 0,
  data: 1,
  url: 2,
};

/**
 * Resolves a request's fields, one after the other.
 * @returns files in the order of the fields
 * @throws {Refusal} errors of the resolver, naming the field; VALIDATION_ERROR for a kind of file
 * that the field does not accept
 */
export async function resolveEach<F extends ResolvedFile>(
  fields: readonly ParsedField[],
  resolver: MediaResolver<F>,
): Promise<{ field: ParsedField; file: F }[]> {
  const found = new Map<ParsedField, F>();
  const rank = ({ reference }: ParsedField) => ORDER[reference.kind];
  for (const field of fields.toSorted((a, b) => rank(a) - rank(b))) {
    const file = await resolveOne(field, resolver);
    const { kind, contentType } = file;
    if (kind !== null) requireKind(field, { kind, contentType });
    found.set(field, file);
  }
  return fields.flatMap((field) => {
    const file = found.get(field);
    return file ? [{ field, file }] : [];
  });
}

/**
 * Finds the ratio of width to height for the picture with a role; null if there is no such picture
 * or its size is unknown.
 */
export function findRoleShape(
  resolved: readonly { readonly field: ParsedField; readonly file: ResolvedFile }[],
  role: GenerationInput['role'],
): number | null {
  const found = resolved.find(({ field }) => field.role === role);
  return found ? computeShape(found.file) : null;
}

async function resolveOne<F extends ResolvedFile>(
  field: ParsedField,
  resolver: MediaResolver<F>,
): Promise<F> {
  const { reference } = field;
  switch (reference.kind) {
    case 'upload':
      return resolver.upload(reference.id).catch((error: unknown) => {
        throw nameField(field, error);
      });
    case 'service':
      return resolver.service(reference.key, toFieldName(field));
    default:
      return resolver.import(field, reference satisfies { url: string } | InlineFile);
  }
}

const toFieldName = ({ path }: ParsedField) => path.replace(/^body\./, '');

/** Adds the field's name to a refusal, so that the caller knows which of many fields is meant. */
function nameField(field: ParsedField, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const [name, id] = [toFieldName(field), shorten(field.text)];
  if (error.code === 'NOT_FOUND') {
    const message = `${name}: ${id} is not an upload of this account. Upload the file, and send the id of that upload.`;
    return new Refusal('NOT_FOUND', { message, details: { field: name } });
  }
  if (error.code !== 'VALIDATION_ERROR') return error;
  const { path } = field;
  const message = `${id}: ${error.message}`;
  const details = { ...error.details, issues: [{ path, message }] };
  return new Refusal('VALIDATION_ERROR', { message: `${path}: ${message}`, details });
}
