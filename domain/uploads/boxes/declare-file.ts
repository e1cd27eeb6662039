import {
  MEDIA_BYTES_MAX,
  MEDIA_TYPES,
  MEGABYTE,
  parseContentType,
  type MediaContentType,
  type MediaKind,
} from '../../catalogue/media-types.js';
import { Refusal } from '../../contract/refusal.js';

/** A file as described by a browser; each of the three may be wrong. */
export interface BrowserFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Names of the kinds for people. */
const WORDS: Readonly<Record<MediaKind, { readonly one: string; readonly many: string }>> = {
  image: { one: 'a picture', many: 'pictures' },
  video: { one: 'a video', many: 'videos' },
  audio: { one: 'a sound recording', many: 'sound recordings' },
};

const TYPES = Object.keys(MEDIA_TYPES) as readonly MediaContentType[];

/** File extensions besides the usual one of each type. */
const ALIASES: Readonly<Record<string, MediaContentType>> = {
  jpeg: 'image/jpeg',
  heif: 'image/heic',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
};

/**
 * The content type for a person's file. Only its kind has to be right: the check reads the exact
 * type from the bytes. The refusal is for a person who has never heard of content types.
 * @throws {Refusal} VALIDATION_ERROR for a file that is of an unwanted kind, empty or too large
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

/** Rounded up: a file that is too large must not appear to equal the limit. */
const toMegabytes = (bytes: number): number => Math.ceil((bytes * 10) / MEGABYTE) / 10;

/** An unknown type, such as `image/jpg` or `audio/x-m4a`, still gives the kind. */
const findTypeByKind = (type: string): MediaContentType | null =>
  TYPES.find((one) => type.toLowerCase().startsWith(`${MEDIA_TYPES[one].kind}/`)) ?? null;

/** Browsers omit types that their system does not know, such as HEIC on many systems. */
function findTypeByName(name: string): MediaContentType | null {
  const ending = /\.(?<ending>[a-z0-9]+)$/i.exec(name)?.groups?.['ending']?.toLowerCase() ?? '';
  const usual = TYPES.find((type) => MEDIA_TYPES[type].extension === ending);
  return usual ?? (Object.hasOwn(ALIASES, ending) ? (ALIASES[ending] ?? null) : null);
}

/** The refusal of a file on the page of a box, in words for whoever chose the file. */
export const refuseFile = (message: string): Refusal =>
  new Refusal('VALIDATION_ERROR', { message });

/** The refusal of an address at which no box is open: whether there ever was one is not told. */
export const refuseClosed = (): Refusal =>
  new Refusal('NOT_FOUND', {
    message:
      'There is no open upload box at this address. Ask the person who sent you here for a new one.',
  });
