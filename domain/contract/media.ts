import { MEDIA_KINDS, MEDIA_TYPES, type MediaKind } from '../catalogue/media-types.js';
import { shorten } from './show-value.js';

/** A parsed media field. `service` is a file of this service, by its object key. */
export type MediaReference =
  | { readonly kind: 'upload'; readonly id: string }
  | { readonly kind: 'service'; readonly key: string }
  | { readonly kind: 'url'; readonly url: string }
  | ({ readonly kind: 'data' } & InlineFile);

/**
 * The type that a data URL or a form declares. `kind` is null for `application/octet-stream`, because
 * such a file can be of any kind.
 */
export interface DeclaredType {
  readonly type: string;
  readonly kind: MediaKind | null;
}

/** A file in the request itself: the decoded file of a data URL, or a file of a form. */
export interface InlineFile {
  readonly bytes: Buffer;
  readonly declared: DeclaredType;
}

/** Error that says why a text is not a media reference, to complete "<field>: …". */
export class InvalidMediaReference extends Error {}

/** Maximum length of a data URL before its data, because types and parameters are short. */
const DATA_HEAD_MAX = 500;
const DATA_URL = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)(?:;[a-z0-9=.+-]+)*;base64,/i;

/**
 * Decodes a base64 data URL. Checks the text, because Node's decoder skips invalid characters.
 * @throws {InvalidMediaReference} if the text is not a data URL, is empty, or has an unsupported
 * type
 */
export function parseDataUrl(text: string): InlineFile {
  const head = DATA_URL.exec(text.slice(0, DATA_HEAD_MAX));
  if (!head) {
    const form = 'is not a data URL of the form data:<type>;base64,<…>';
    throw new InvalidMediaReference(`"${shorten(text)}" ${form}`);
  }
  const declared = readDeclared(head[1] ?? '');
  const payload = text.slice(head[0].length);
  if (payload === '') throw new InvalidMediaReference('has no data after `base64,`');
  const bytes = decodeBase64(payload);
  if (bytes === null) {
    throw new InvalidMediaReference(
      'does not contain valid base64: encode the bytes with padding and without spaces',
    );
  }
  return { bytes, declared };
}

/**
 * Decodes base64; null if the text is invalid. Node's decoder also accepts `-`, `_` and the low
 * byte of non-ASCII characters. At other invalid characters it skips or stops, so bytes would be
 * missing. A regular expression over the whole text would be many times slower.
 */
function decodeBase64(text: string): Buffer | null {
  const isAscii = Buffer.byteLength(text) === text.length;
  if (!isAscii || text.length % 4 !== 0 || text.includes('-') || text.includes('_')) return null;
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === (text.length / 4) * 3 - padding ? bytes : null;
}

/** Finds the kind of a declared type; null for a type of another kind. */
export function toDeclaredType(given: string): DeclaredType {
  const type = given.toLowerCase();
  return { type, kind: MEDIA_KINDS.find((one) => type.startsWith(`${one}/`)) ?? null };
}

/**
 * Parses a declared type. Only the kind matters, because the bytes show the exact type: `image/jpg`
 * and `audio/x-wav` are therefore accepted.
 */
function readDeclared(given: string): DeclaredType {
  const declared = toDeclaredType(given);
  if (declared.kind !== null || declared.type === 'application/octet-stream') return declared;
  const taken = Object.keys(MEDIA_TYPES).join(', ');
  throw new InvalidMediaReference(
    `has the type ${shorten(given)}, which is not supported; use one of: ${taken}`,
  );
}

/**
 * Parses a media field. This service's own addresses are recognised first, so that they are never
 * fetched and do not count against the allowance.
 * @param serviceBase base address of this service's files
 * @throws {InvalidMediaReference} if the text is not an upload id, a URL or a data URL
 */
export function parseMedia(text: string, serviceBase: string): MediaReference {
  if (isUploadId(text)) return { kind: 'upload', id: text };
  const key = parseServiceKey(text, serviceBase);
  if (key !== null) return { kind: 'service', key };
  if (/^data:/i.test(text)) return { kind: 'data', ...parseDataUrl(text) };
  if (/^https?:/i.test(text)) return { kind: 'url', url: text };
  const forms = 'is not an upload id (upl_ and 32 hex characters), https URL or base64 data URL';
  throw new InvalidMediaReference(`"${shorten(text)}" ${forms}`);
}

/** Whether a text is a well-formed upload id. */
export const isUploadId = (text: string): boolean => /^upl_[0-9a-f]{32}$/.test(text);

/** Returns the object key in this service's address; null for any other address. */
export function parseServiceKey(text: string, serviceBase: string): string | null {
  return text.startsWith(`${serviceBase}/`) ? text.slice(serviceBase.length + 1) : null;
}
