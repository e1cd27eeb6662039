import { MEDIA_TYPES, type MediaContentType } from './media-types.js';

type Extension = (typeof MEDIA_TYPES)[MediaContentType]['extension'];

/**
 * A kind of object. Its keys are `<prefix><id>/<name><tail>.<extension>`. Objects outlive the
 * program that wrote them, so a row must always match every key that it has ever matched.
 */
interface ObjectKindFormat {
  readonly prefix: string;
  /** Pattern of the id of the row that the object belongs to. */
  readonly id: string;
  /** Pattern of the part that distinguishes the objects of one row. */
  readonly name: string;
  /** Suffix of every name. */
  readonly tail: string;
  /** Possible extensions, without the dot; null for keys without an extension. */
  readonly extensions: readonly (Extension | null)[];
  /**
   * Whether it is served below `/media` to anyone who knows the key. There is no other access
   * control, so the name of a served object must be unguessable.
   */
  readonly served: boolean;
}

const GENERATION = 'gen_[0-9a-f]{32}';
const POST = 'pst_[0-9a-f]{32}';
const UPLOAD = 'upl_[0-9a-f]{32}';
const SUBJECT = '[a-z2-7]{20}';
/** 16 random bytes. */
const SECRET = '[0-9a-f]{32}';
/** Also accepts old names. New names are a `SECRET`. */
const OUTPUT_NAME = '[A-Za-z0-9_-]{32,128}';

/**
 * Every kind of object in the store. All code that writes, serves, sweeps or parses a key uses this
 * table. The first matching kind counts: `thumbnail` is before `output`, because the name of an
 * output could end in the same way. The prefix `presets/` must stay unused: `/media/presets` serves
 * portraits that are drawn on request.
 */
export const OBJECT_KINDS = {
  /** A file that a caller PUTs to a signed address. The extension is of the declared type. */
  staged: {
    prefix: 'staging/',
    id: UPLOAD,
    name: SECRET,
    tail: '',
    extensions: Object.values(MEDIA_TYPES).map(({ extension }) => extension),
    served: false,
  },
  /** A checked file of a caller. The key has no extension, because only its bytes show the type. */
  upload: {
    prefix: 'uploads/',
    id: UPLOAD,
    name: SECRET,
    tail: '',
    extensions: [null],
    served: true,
  },
  /** A photo of a character. */
  character: {
    prefix: 'characters/',
    id: SUBJECT,
    name: SECRET,
    tail: '',
    extensions: ['webp'],
    served: true,
  },
  /** A photo of a product. */
  product: {
    prefix: 'products/',
    id: SUBJECT,
    name: SECRET,
    tail: '',
    extensions: ['webp'],
    served: true,
  },
  /** A result of an upstream, until it is stored as an output. The name counts the attempts. */
  asset: {
    prefix: 'work/',
    id: GENERATION,
    name: '[1-9][0-9]*',
    tail: '',
    extensions: [null],
    served: false,
  },
  /** The preview of an image, or the poster of a clip. It has the name of the output. */
  thumbnail: {
    prefix: 'outputs/',
    id: GENERATION,
    name: OUTPUT_NAME,
    tail: '-thumb',
    extensions: ['webp'],
    served: true,
  },
  /** The image or clip of a generation. */
  output: {
    prefix: 'outputs/',
    id: GENERATION,
    name: OUTPUT_NAME,
    tail: '',
    extensions: ['webp', 'mp4'],
    served: true,
  },
  /** Copy of an image or clip of a post, from when the post was accepted. */
  post: {
    prefix: 'posts/',
    id: POST,
    name: SECRET,
    tail: '',
    extensions: ['webp', 'mp4'],
    served: false,
  },
  /** The version of it for one platform, which can fetch it. */
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

/** A parsed key. */
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

/** Parses a key; null for any text that is not exactly a key of this table. */
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
 * Builds the key of an object.
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

/** The key in the address of an upload before its check. No object is stored under it. */
export const buildPendingKey = (id: string): string => `${OBJECT_KINDS.upload.prefix}${id}/pending`;

/** Whether `buildPendingKey` made a key. */
export const isPendingKey = (key: string): boolean => PENDING.test(key);

/** Parses a key whose object is served at `/media/<key>`; null for any other. */
export function parseServed(key: string): ObjectKey | null {
  const parts = parseKey(key);
  return parts && OBJECT_KINDS[parts.kind].served ? parts : null;
}

/** The file name for saving a served object; null for any other. */
export function toFileName(key: string): string | null {
  const parts = parseServed(key);
  return parts && `${parts.id}${formatExtension(parts.extension)}`;
}

const TYPES = Object.keys(MEDIA_TYPES) as readonly MediaContentType[];

/** The content type of the extension of a key; null without an extension. */
export function findContentType({ extension }: ObjectKey): MediaContentType | null {
  return TYPES.find((type) => MEDIA_TYPES[type].extension === extension) ?? null;
}
