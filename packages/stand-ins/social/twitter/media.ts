import { readClip, readPicture } from '../clip-facts.js';
import type { FakeAnswer, FakeRequest, ShownMedia } from '../fake.js';
import { holdMedia } from '../hold-media.js';
import { readMultipart } from '../multipart.js';
import { buildDataAnswer, reject, readJson, type Body } from './answers.js';

const DAY_SECONDS = 86_400;
const MB = 1_000_000;
const SEGMENT_BYTES_MAX = 5_242_880;
const SEGMENTS_MAX = 1_000;
const TYPES: Readonly<Record<string, { category: readonly string[]; max: number }>> = {
  'image/jpeg': { category: ['tweet_image'], max: 5 * MB },
  'image/png': { category: ['tweet_image'], max: 5 * MB },
  'image/webp': { category: ['tweet_image'], max: 5 * MB },
  'video/mp4': { category: ['tweet_video', 'amplify_video'], max: 512 * MB },
};

/** A user's upload. */
export interface Media {
  readonly id: string;
  readonly key: string;
  readonly owner: string;
  readonly type: string;
  readonly total: number;
  /** When the upload expires, in Unix milliseconds. */
  readonly until: number;
  readonly segments: Buffer[];
  /** The media built from the segments; null before FINALIZE. */
  shown: ShownMedia | null;
  /** When processing ends; null before FINALIZE. */
  readyAt: number | null;
  /** Reason of the upload's refusal; null if it was not refused. */
  problem: string | null;
}

export const isVideo = ({ type }: Media): boolean => type === 'video/mp4';

/** Uploads in segments: initialise, append in order, finalise, and poll the processing. */
export class MediaUploads {
  readonly #media = new Map<string, Media>();
  #last = 1_900_000_000_000_000_000n;

  constructor(
    private readonly now: () => number,
    private readonly processingMs: number,
  ) {}

  find(owner: string, id: unknown): Media | null {
    const media = this.#media.get(String(id));
    return media && media.owner === owner && media.until > this.now() ? media : null;
  }

  begin(owner: string, request: FakeRequest): FakeAnswer {
    const body = readJson(request) ?? {};
    const media = this.#open(owner, body, Number(body['total_bytes']));
    if ('status' in media) return media;
    const { id, key } = media;
    return buildDataAnswer({ id, media_key: key, expires_after_secs: DAY_SECONDS });
  }

  /** Accepts a picture uploaded in one request. */
  async upload(owner: string, request: FakeRequest): Promise<FakeAnswer> {
    const { fields, bytes } = readUpload(request);
    if (!bytes) return reject('media is missing');
    const picture = await readPicture(bytes);
    if (!picture) return reject('media type unrecognized');
    const about = { media_type: `image/${picture.format}`, ...fields };
    const media = this.#open(owner, about, bytes.length);
    if ('status' in media) return media;
    media.segments.push(bytes);
    return this.finish(owner, media.id);
  }

  #open(owner: string, about: Body, total: number): Media | FakeAnswer {
    const type = String(about['media_type']);
    const rule = TYPES[type];
    if (!rule) return reject('media_type is not supported');
    if (!rule.category.includes(String(about['media_category']))) {
      return reject('media_category does not fit media_type');
    }
    if (!Number.isInteger(total) || total < 1) return reject('total_bytes is not a size');
    if (total > rule.max) return reject('File size exceeds the limit');
    this.#last += 1n;
    const id = String(this.#last);
    const key = `${type === 'video/mp4' ? 7 : 3}_${id}`;
    const until = this.now() + DAY_SECONDS * 1_000;
    const begun = { id, key, owner, type, total, until, segments: [] };
    const media: Media = { ...begun, shown: null, readyAt: null, problem: null };
    this.#media.set(id, media);
    return media;
  }

  append(owner: string, id: string, request: FakeRequest): FakeAnswer {
    const media = this.find(owner, id);
    if (!media || media.readyAt !== null) return reject('media_id is invalid');
    const { fields, bytes } = readUpload(request);
    const index = Number(fields['segment_index'] ?? Number.NaN);
    if (!bytes) return reject('media is missing');
    if (!Number.isInteger(index) || index < 0 || index >= SEGMENTS_MAX) {
      return reject('segment_index is out of range');
    }
    if (index !== media.segments.length) return reject('segment_index is not the next one');
    if (bytes.length > SEGMENT_BYTES_MAX) return { status: 413, body: '<h1>413</h1>' };
    media.segments.push(bytes);
    return buildDataAnswer({ expires_at: Math.floor(media.until / 1_000) });
  }

  async finish(owner: string, id: string): Promise<FakeAnswer> {
    const media = this.find(owner, id);
    if (!media || media.readyAt !== null) return reject('media_id is invalid');
    const bytes = Buffer.concat(media.segments);
    if (bytes.length !== media.total) return reject('segments do not add up to total_bytes');
    media.problem = await (isVideo(media) ? findClipProblem(bytes) : findPictureProblem(bytes));
    if (media.problem !== null && !isVideo(media)) return reject(media.problem);
    media.shown = holdMedia(media.type, bytes);
    media.segments.length = 0;
    media.readyAt = this.now() + (isVideo(media) ? Math.max(this.processingMs, 1_000) : 0);
    return buildDataAnswer(this.describe(media));
  }

  /** Answers STATUS, which is the only command for this request and therefore the default. */
  status(owner: string, { query }: FakeRequest): FakeAnswer {
    if ((query.get('command') ?? 'STATUS') !== 'STATUS') return reject('command must be STATUS');
    const media = this.find(owner, query.get('media_id'));
    return media && media.readyAt !== null
      ? buildDataAnswer(this.describe(media))
      : reject('media_id is invalid');
  }

  isReady = ({ readyAt, problem }: Media): boolean =>
    readyAt !== null && readyAt <= this.now() && problem === null;

  describe(media: Media): Body {
    const { id, key, total } = media;
    const about = { id, media_key: key, size: total };
    if (!isVideo(media)) return about;
    const leftMs = (media.readyAt ?? 0) - this.now();
    if (leftMs > 0) {
      const check_after_secs = Math.min(Math.ceil(leftMs / 1_000), 10);
      return { ...about, processing_info: { state: 'in_progress', check_after_secs } };
    }
    if (media.problem === null) return { ...about, processing_info: { state: 'succeeded' } };
    const error = { code: 1, name: 'InvalidMedia', message: media.problem };
    return { ...about, processing_info: { state: 'failed', error } };
  }
}

/**
 * Reads an upload's fields and bytes from a multipart form, or from JSON with the bytes in base64.
 */
function readUpload(request: FakeRequest): {
  readonly fields: Body;
  readonly bytes: Buffer | null;
} {
  const parts = readMultipart(request.headers['content-type'] ?? '', request.body);
  if (parts) {
    const texts = parts.filter(({ name }) => name !== 'media');
    return {
      fields: Object.fromEntries(texts.map(({ name, bytes }) => [name, bytes.toString('utf8')])),
      bytes: parts.find(({ name }) => name === 'media')?.bytes ?? null,
    };
  }
  const { media, ...fields } = readJson(request) ?? {};
  const isBase64 = typeof media === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(media);
  return { fields, bytes: isBase64 ? Buffer.from(media, 'base64') : null };
}

async function findPictureProblem(bytes: Buffer): Promise<string | null> {
  const facts = await readPicture(bytes);
  return facts && ['jpeg', 'png', 'webp'].includes(facts.format) ? null : 'media type unrecognized';
}

async function findClipProblem(bytes: Buffer): Promise<string | null> {
  const facts = await readClip(bytes);
  if (!facts) return 'media type unrecognized';
  const { seconds, width, height, framesPerSecond } = facts;
  if (seconds < 0.5 || seconds > 140) return 'Duration must be between 0.5 and 140 seconds';
  if (framesPerSecond > 60.5) return 'Frame rate is too high';
  const ratio = width / height;
  if (ratio < 1 / 3 || ratio > 3) return 'Aspect ratio is out of range';
  return Math.min(width, height) < 32 || Math.max(width, height) > 1_280
    ? 'Unsupported dimensions'
    : null;
}
