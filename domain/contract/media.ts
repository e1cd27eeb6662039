import { Type } from 'typebox';

/** A data URL of 20 MB decoded, and some room: longer text is refused before it is looked at. */
const MEDIA_TEXT_MAX = 27_000_000;

/** A media field (spec, General rules): upload id, public https URL or base64 data URL. */
export const MediaField = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: MEDIA_TEXT_MAX,
    description: `${description} An upload id (\`upl_…\`), a public https URL, or a base64 data URL.`,
    examples: ['upl_0123456789abcdef0123456789abcdef'],
  });

/** What a media field holds. `service`: a file of this service, named by its object key. */
export type MediaReference =
  | { readonly kind: 'upload'; readonly id: string }
  | { readonly kind: 'service'; readonly key: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'data'; readonly bytes: Buffer };

/** Why a text is no media reference: completes the sentence "<field> …". */
export class NotMedia extends Error {}

const DATA_URL = /^data:[a-z0-9.+-]+\/[a-z0-9.+-]+(?:;[a-z0-9=.+-]+)*;base64,/i;

/** Decodes a base64 data URL. Node's decoder skips what it does not know, so the text is checked. */
export function parseDataUrl(text: string): { bytes: Buffer } {
  const head = DATA_URL.exec(text);
  if (!head) throw new NotMedia('is not a data URL of the form data:<mime>;base64,<…>');
  const payload = text.slice(head[0].length);
  // Looked for is the first wrong character: matching megabytes as a whole can run out of stack.
  if (payload.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(payload.replace(/={1,2}$/, ''))) {
    throw new NotMedia('holds no valid base64: encode the bytes with padding and without spaces');
  }
  const bytes = Buffer.from(payload, 'base64');
  if (bytes.length === 0) throw new NotMedia('is empty');
  return { bytes };
}

/**
 * Reads a media field. Addresses of this service are recognised first, so that they are never
 * fetched and never count.
 * @param serviceBase address under which this service serves files
 * @throws {NotMedia} when it is none of the three forms
 */
export function parseMedia(text: string, serviceBase: string): MediaReference {
  if (/^upl_[0-9a-f]{32}$/.test(text)) return { kind: 'upload', id: text };
  if (text.startsWith(`${serviceBase}/`)) {
    return { kind: 'service', key: text.slice(serviceBase.length + 1) };
  }
  if (/^data:/i.test(text)) return { kind: 'data', ...parseDataUrl(text) };
  if (/^https?:/i.test(text)) return { kind: 'url', url: text };
  throw new NotMedia('must be an upload id (upl_…), a public https URL or a base64 data URL');
}
