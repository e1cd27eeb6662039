import { MEDIA_TYPES, type MediaContentType } from './media-types.js';

export type Extension = (typeof MEDIA_TYPES)[MediaContentType]['extension'];

/**
 * A kind of object. Its keys are `<prefix><id>/<name><tail>.<extension>`. Objects outlive the
 * program that wrote them, so a row must match every key that it has ever matched.
 */
export interface ObjectKindFormat {
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
  /** The recording from which a voice is cloned. */
  recording: {
    prefix: 'recordings/',
    id: 'vce_[0-9a-f]{32}',
    name: SECRET,
    tail: '',
    extensions: ['wav', 'mp3'],
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

export const KIND_NAMES = Object.keys(OBJECT_KINDS) as readonly ObjectKind[];
