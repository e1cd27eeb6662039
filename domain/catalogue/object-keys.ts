import { MEDIA_TYPES, type MediaContentType } from './media-types.js';
import {
  KIND_NAMES,
  OBJECT_KINDS,
  type Extension,
  type ObjectKind,
  type ObjectKindFormat,
} from './object-kinds.js';

/** The parts of an object key. */
export type ObjectKey = {
  [K in ObjectKind]: {
    readonly kind: K;
    readonly id: string;
    readonly name: string;
    readonly extension: (typeof OBJECT_KINDS)[K]['extensions'][number];
  };
}[ObjectKind];

const formatExtension = (extension: Extension | null): string =>
  extension === null ? '' : `.${extension}`;

const FORMS = KIND_NAMES.map((kind) => {
  const { prefix, id, name, tail, extensions }: ObjectKindFormat = OBJECT_KINDS[kind];
  const endings = extensions.map(formatExtension).join('|').replaceAll('.', '\\.');
  const form = new RegExp(`^${prefix}(?<id>${id})/(?<name>${name})${tail}(?<ending>${endings})$`);
  return { kind, form };
});

/** Parses a key; null if the text does not exactly match a key format in this table. */
export function parseKey(key: string): ObjectKey | null {
  for (const { kind, form } of FORMS) {
    const groups = form.exec(key)?.groups;
    if (!groups) continue;
    const { id, name, ending = '' } = groups;
    return { kind, id, name, extension: ending === '' ? null : ending.slice(1) } as ObjectKey;
  }
  return null;
}

/**
 * Builds an object's key.
 * @throws {TypeError} for parts that `parseKey` would not return: a programming error
 */
export function buildKey(parts: ObjectKey): string {
  const { kind, id, name, extension } = parts;
  const { prefix, tail } = OBJECT_KINDS[kind];
  const key = `${prefix}${id}/${name}${tail}${formatExtension(extension)}`;
  const read = parseKey(key);
  if (read?.kind === kind && read.id === id && read.name === name) return key;
  throw new TypeError(`The parts of a key do not fit the kind ${kind}.`);
}

const PENDING = new RegExp(`^${OBJECT_KINDS.upload.prefix}${OBJECT_KINDS.upload.id}/pending$`);

/** Builds the key in the URL of an upload that is not inspected yet. No object has this key. */
export const buildPendingKey = (id: string): string => `${OBJECT_KINDS.upload.prefix}${id}/pending`;

/** Whether a key comes from `buildPendingKey`. */
export const isPendingKey = (key: string): boolean => PENDING.test(key);

/** Parses a key whose object is served at `/media/<key>`; null for any other text. */
export function parseServed(key: string): ObjectKey | null {
  const parts = parseKey(key);
  return parts && OBJECT_KINDS[parts.kind].served ? parts : null;
}

/** Returns the file name for saving a served object; null if the key is not served. */
export function toFileName(key: string): string | null {
  const parts = parseServed(key);
  return parts && `${parts.id}${formatExtension(parts.extension)}`;
}

const TYPES = Object.keys(MEDIA_TYPES) as readonly MediaContentType[];

/** Returns the content type for a key's extension; null without an extension. */
export function findContentType({ extension }: ObjectKey): MediaContentType | null {
  return TYPES.find((type) => MEDIA_TYPES[type].extension === extension) ?? null;
}
