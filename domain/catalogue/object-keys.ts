import { MEDIA_TYPES, type MediaContentType } from './media-types.js';

type Extension = (typeof MEDIA_TYPES)[MediaContentType]['extension'];

/**
 * One kind of object. Its keys are `<prefix><id>/<name><tail>.<extension>`. Objects outlive the
 * program that wrote them, so every key that a row has ever matched must always match.
 */
interface Kind {
  readonly prefix: string;
  /** Pattern of the id of the row that the object belongs to. */
  readonly id: string;
  /** Pattern of the part that distinguishes the objects of one row. */
  readonly name: string;
  /** Stands behind every name. */
  readonly tail: string;
  /** The endings that there are, without the dot; null is for keys that have none. */
  readonly extensions: readonly (Extension | null)[];
  /**
   * Whether it is served below `/media` to whoever knows the key. There is no other access control,
   * so the name of a served object must be one that nobody can guess.
   */
  readonly served: boolean;
}

const GENERATION = 'gen_[0-9a-f]{32}';
const POST = 'pst_[0-9a-f]{32}';
const UPLOAD = 'upl_[0-9a-f]{32}';
const SUBJECT = '[a-z2-7]{20}';
/** 16 random bytes. */
const SECRET = '[0-9a-f]{32}';
/** Wider than what is written, which is a `SECRET`. */
const OUTPUT_NAME = '[A-Za-z0-9_-]{32,128}';

/**
 * Every kind of object in the store. All code that writes, serves, sweeps or recognises a key uses
 * this table. A key is of the first kind that it fits: `thumbnail` stands before `output`, because
 * the name of an output could end in the same way. The prefix `presets/` must stay free: below
 * `/media/presets` are portraits that are drawn when they are asked for.
 */
export const OBJECT_KINDS = {
  /** What a caller PUTs to a signed address. The extension is that of the declared type. */
  staged: {
    prefix: 'staging/',
    id: UPLOAD,
    name: SECRET,
    tail: '',
    extensions: Object.values(MEDIA_TYPES).map(({ extension }) => extension),
    served: false,
  },
  /** A checked file of a caller. Only a look into it tells the type, so the key does not. */
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
  /** What an upstream made, until it is stored as an output. The name counts the attempts. */
  asset: {
    prefix: 'work/',
    id: GENERATION,
    name: '[1-9][0-9]*',
    tail: '',
    extensions: [null],
    served: false,
  },
  /** The preview of a picture, or the poster of a clip; its name is that of the output. */
  thumbnail: {
    prefix: 'outputs/',
    id: GENERATION,
    name: OUTPUT_NAME,
    tail: '-thumb',
    extensions: ['webp'],
    served: true,
  },
  /** The picture or the clip of a generation. */
  output: {
    prefix: 'outputs/',
    id: GENERATION,
    name: OUTPUT_NAME,
    tail: '',
    extensions: ['webp', 'mp4'],
    served: true,
  },
  /** A picture or clip of a post, as it was when the post was accepted. */
  post: {
    prefix: 'posts/',
    id: POST,
    name: SECRET,
    tail: '',
    extensions: ['webp', 'mp4'],
    served: false,
  },
  /** What one platform gets of it, and may fetch. */
  rendition: {
    prefix: 'renditions/',
    id: POST,
    name: SECRET,
    tail: '',
    extensions: ['jpg', 'webp', 'mp4'],
    served: true,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type ObjectKind = keyof typeof OBJECT_KINDS;

/** A key that is taken apart. */
export type ObjectKey = {
  [K in ObjectKind]: {
    readonly kind: K;
    readonly id: string;
    readonly name: string;
    readonly extension: (typeof OBJECT_KINDS)[K]['extensions'][number];
  };
}[ObjectKind];

export const KIND_NAMES = Object.keys(OBJECT_KINDS) as readonly ObjectKind[];

const endingOf = (extension: Extension | null): string =>
  extension === null ? '' : `.${extension}`;

const FORMS = KIND_NAMES.map((kind) => {
  const { prefix, id, name, tail, extensions }: Kind = OBJECT_KINDS[kind];
  const endings = extensions.map(endingOf).join('|').replaceAll('.', '\\.');
  const form = new RegExp(`^${prefix}(?<id>${id})/(?<name>${name})${tail}(?<ending>${endings})$`);
  return { kind, form };
});

/** The parts of a key; null for every text that is not exactly a key as we write it. */
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
 * The key of an object.
 * @throws {TypeError} for parts that `parseKey` would not give back: a mistake of the program
 */
export function buildKey(parts: ObjectKey): string {
  const { kind, id, name, extension } = parts;
  const { prefix, tail } = OBJECT_KINDS[kind];
  const key = `${prefix}${id}/${name}${tail}${endingOf(extension)}`;
  const read = parseKey(key);
  if (read?.kind === kind && read.id === id && read.name === name) return key;
  throw new TypeError(`The parts of a key do not fit the kind ${kind}.`);
}

const PENDING = new RegExp(`^${OBJECT_KINDS.upload.prefix}${UPLOAD}/pending$`);

/** The key in the address of an upload whose file is not checked yet. No object is stored under it. */
export const pendingKeyOf = (id: string): string => `${OBJECT_KINDS.upload.prefix}${id}/pending`;

/** Whether a key is one that `pendingKeyOf` makes. */
export const isPendingKey = (key: string): boolean => PENDING.test(key);

/** The parts of a key whose object is served at `/media/<key>`; null for any other. */
export function parseServed(key: string): ObjectKey | null {
  const parts = parseKey(key);
  return parts && OBJECT_KINDS[parts.kind].served ? parts : null;
}

/** The name under which a browser saves an object that is served; null for any other. */
export function fileNameOf(key: string): string | null {
  const parts = parseServed(key);
  return parts && `${parts.id}${endingOf(parts.extension)}`;
}

const TYPES = Object.keys(MEDIA_TYPES) as readonly MediaContentType[];

/** The content type that a key tells by its extension; null when it has none. */
export function contentTypeOf({ extension }: ObjectKey): MediaContentType | null {
  return TYPES.find((type) => MEDIA_TYPES[type].extension === extension) ?? null;
}
