import {
  MEDIA_BYTES_MAX,
  MEDIA_TYPES,
  MEGABYTE,
  parseContentType,
  type MediaContentType,
  type MediaKind,
} from '../../catalogue/media-types.js';
import { Refusal } from '../../contract/refusal.js';

/** A file as described by a browser; each of its three fields may be wrong. */
export interface BrowserFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** File kinds in words for people. */
const WORDS: Readonly<Record<MediaKind, { readonly one: string; readonly many: string }>> = {
  image: { one: 'a picture', many: 'pictures' },
  video: { one: 'a video', many: 'videos' },
  audio: { one: 'a sound recording', many: 'sound recordings' },
};

const TYPES = Object.keys(MEDIA_TYPES) as readonly MediaContentType[];

/** File extensions in addition to each type's usual one. */
const ALIASES: Readonly<Record<string, MediaContentType>> = {
  jpeg: 'image/jpeg',
  heif: 'image/heic',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
};

/**
 * Determines the content type for a person's file. Only its kind has to be right: the check reads
 * the exact type from the bytes. The refusal is for a person who has never heard of content types.
 * @throws {Refusal} VALIDATION_ERROR if the file is empty, too large, or of a kind that the box
 * does not accept
 */
export function declareFile(
  { name, type, size }: BrowserFile,
  accept: readonly MediaKind[],
): MediaContentType {
  const contentType = parseContentType(type) ?? findTypeByKind(type) ?? findTypeByName(name);
  const wanted = `This page accepts ${joinWords(accept.map((kind) => WORDS[kind].many))}.`;
  if (!contentType) throw refuseFile(`This is not a picture, video or sound recording. ${wanted}`);
  const { kind } = MEDIA_TYPES[contentType];
  const { one } = WORDS[kind];
  if (!accept.includes(kind)) throw refuseFile(`This is ${one}. ${wanted}`);
  if (size === 0) throw refuseFile('This file is empty.');
  const max = MEDIA_BYTES_MAX[kind];
  if (size <= max) return contentType;
  throw refuseFile(
    `This file has ${toMegabytes(size)} MB, and ${one} can have at most ${toMegabytes(max)} MB. Choose a smaller one.`,
  );
}

/** Joins words with commas and "and". */
const joinWords = (words: readonly string[]): string =>
  words.length > 2 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join(' and ');

/**
 * Converts bytes to megabytes, rounded up: a file that is too large must not appear to equal the
 * limit.
 */
const toMegabytes = (bytes: number): number => Math.ceil((bytes * 10) / MEGABYTE) / 10;

/**
 * Finds a type of the same kind: even an unknown type, such as `image/jpg` or `audio/x-m4a`,
 * identifies the kind.
 */
const findTypeByKind = (type: string): MediaContentType | null =>
  TYPES.find((one) => type.toLowerCase().startsWith(`${MEDIA_TYPES[one].kind}/`)) ?? null;

/**
 * Finds a type by the file extension. Browsers omit types that their system does not know, such as
 * HEIC on many systems.
 */
function findTypeByName(name: string): MediaContentType | null {
  const ending = /\.(?<ending>[a-z0-9]+)$/i.exec(name)?.groups?.['ending']?.toLowerCase() ?? '';
  const usual = TYPES.find((type) => MEDIA_TYPES[type].extension === ending);
  return usual ?? (Object.hasOwn(ALIASES, ending) ? (ALIASES[ending] ?? null) : null);
}

/** Builds the refusal for a file on a box's page, in words for the person who chose the file. */
export const refuseFile = (message: string): Refusal =>
  new Refusal('VALIDATION_ERROR', { message });

/**
 * Builds the refusal for a URL without an open box. It does not reveal whether the box ever
 * existed.
 */
export const refuseClosed = (): Refusal =>
  new Refusal('NOT_FOUND', {
    message:
      'There is no open upload box at this address. Ask the person who sent you here for a new one.',
  });
