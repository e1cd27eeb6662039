import { MEDIA_TYPES, type MediaContentType } from './media-types.js';

type Extension = (typeof MEDIA_TYPES)[MediaContentType]['extension'];

/**
 * A kind of object. Its keys are `<prefix><id>/<name><tail>.<extension>`. Objects outlive the
 * program that wrote them, so a row must match every key that it has ever matched.
 */
interface ObjectKindFormat {
  readonly prefix: string;
  /** Pattern of the id of the row that owns the object. */
  readonly id: string;
  /** Pattern of the part that distinguishes one row's objects. */
  readonly name: string;
  /** Suffix of every object name. */
  readonly tail: string;
  /** Possible extensions, without the dot; null for keys without an extension. */
  readonly extensions: readonly (Extension | null)[];
  /**
   * Whether anyone who knows the key can fetch the object below `/media`. There is no other access
   * control, so a served object's name must be unguessable.
   */
  readonly served: boolean;
}

/** Pattern of the id of a generation or of speech. */
const GENERATION = '(?:gen|spc)_[0-9a-f]{32}';
const POST = 'pst_[0-9a-f]{32}';
const UPLOAD = 'upl_[0-9a-f]{32}';
const SUBJECT = '[a-z2-7]{20}';
/** Pattern of 16 random bytes in hex. */
const SECRET = '[0-9a-f]{32}';
/** Pattern that also accepts names of earlier versions. New names match `SECRET`. */
const OUTPUT_NAME = '[A-Za-z0-9_-]{32,128}';

/**
 * Every kind of object in the store. All code that writes, serves, sweeps or parses a key uses this
 * table. The first matching kind counts: `thumbnail` is before `output`, because an output's name
 * could have the same ending. The prefixes `presets/` and `voices/` must stay unused:
 * `/media/presets` and `/media/voices` serve files that are made on request.
 */
export const OBJECT_KINDS = {
  /** A file that a caller PUTs to a signed address. Its declared type sets the extension. */
  staged: {
    prefix: 'staging/',
    id: UPLOAD,
    name: SECRET,
    tail: '',
    extensions: Object.values(MEDIA_TYPES).map(({ extension }) => extension),
    served: false,
  },
  /** A caller's checked file. The key has no extension, because only the bytes show the type. */
  upload: {
    prefix: 'uploads/',
    id: UPLOAD,
    name: SECRET,
    tail: '',
    extensions: [null],
    served: true,
  },
  /** A character's photo. */
  character: {
    prefix: 'characters/',
    id: SUBJECT,
    name: SECRET,
    tail: '',
    extensions: ['webp'],
    served: true,
  },
  /** A product's photo. */
  product: {
    prefix: 'products/',
    id: SUBJECT,
    name: SECRET,
    tail: '',
    extensions: ['webp'],
    served: true,
  },
  /** An upstream's result, until it is stored as an output. Its name has the attempt number. */
  asset: {
    prefix: 'work/',
    id: GENERATION,
    name: '[1-9][0-9]*',
    tail: '',
    extensions: [null],
    served: false,
  },
  /** The preview of an image, or the poster of a clip, with the output's name. */
  thumbnail: {
    prefix: 'outputs/',
    id: GENERATION,
    name: OUTPUT_NAME,
    tail: '-thumb',
    extensions: ['webp'],
    served: true,
  },
  /** A generation's image or clip, or speech. */
  output: {
    prefix: 'outputs/',
    id: GENERATION,
    name: OUTPUT_NAME,
    tail: '',
    extensions: ['webp', 'mp4', 'wav', 'mp3'],
    served: true,
  },
  /** A copy of a post's image or clip, made when the post was accepted. */
  post: {
    prefix: 'posts/',
    id: POST,
    name: SECRET,
    tail: '',
    extensions: ['webp', 'mp4'],
    served: false,
  },
  /** A version of a post's image or clip that one platform can fetch. */
  rendition: {
    prefix: 'renditions/',
    id: POST,
    name: SECRET,
    tail: '',
    extensions: ['jpg', 'webp', 'mp4'],
    served: true,
  },
} as const satisfies Readonly<Record<string, ObjectKindFormat>>;

export type ObjectKind = keyof typeof OBJECT_KINDS;

/** The parts of an object key. */
export type ObjectKey = {
  [K in ObjectKind]: {
    readonly kind: K;
    readonly id: string;
    readonly name: string;
    readonly extension: (typeof OBJECT_KINDS)[K]['extensions'][number];
  };
}[ObjectKind];

export const KIND_NAMES = Object.keys(OBJECT_KINDS) as readonly ObjectKind[];

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

const PENDING = new RegExp(`^${OBJECT_KINDS.upload.prefix}${UPLOAD}/pending$`);

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
