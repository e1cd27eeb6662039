import {
  PlatformFailure,
  type DraftState,
  type PostItem,
  type PublishJob,
} from '../../../domain/ports/social-platform.js';
import { toFields, toFiniteNumber, toNonEmptyText, type Fields } from '../../http/json.js';
import type { PlatformApp } from '../app.js';
import { buildUnavailable } from '../send-request.js';
import { callApi } from './api.js';
import { refuseMedia } from './failures.js';

/** Segment size in bytes; X documents 5 MB but sometimes refuses larger segments than this. */
const SEGMENT_BYTES = 1_048_576;
/** Segments per call. If the step ends early, no more than these must be sent again. */
const SEGMENTS_PER_CALL = 16;
const BREATH_MS = 1_000;
/** An upload that expires within this time is no longer used. */
const SPARE_MS = 30 * 60_000;
const CHECK_MS_MAX = 60_000;

/** The upload progress of one item, as stored in the job's refs. */
interface Upload {
  readonly id: string;
  readonly key: string;
  /** Number of segments that X has received. */
  readonly sent: number;
  readonly isFinal: boolean;
  /** Whether X has finished processing. */
  readonly isReady: boolean;
}

/** Reads the items' media ids at X; empty until all exist. */
export const readMediaIds = (job: PublishJob): string[] =>
  job.items.flatMap((_, at) => readUpload(job, at)?.id ?? []);

/**
 * Reads the media keys, which identify our post on a timeline: X assigned them only to our uploads.
 */
export const readMediaKeys = (job: PublishJob): string[] =>
  job.items.flatMap((_, at) => readUpload(job, at)?.key ?? []);

/** Uploads the items one after the other, and waits until X has processed them. */
export async function draft(app: PlatformApp, job: PublishJob): Promise<DraftState> {
  let left = SEGMENTS_PER_CALL;
  for (const [at, item] of job.items.entries()) {
    const upload = readUpload(job, at) ?? (await begin(app, job, at, item));
    if (upload.isReady) continue;
    const sent = upload.isFinal ? null : await append(app, job, at, { item, upload, left });
    if (sent !== null) {
      left -= sent - upload.sent;
      if (sent < countSegments(item)) return { state: 'waiting', waitMs: BREATH_MS };
    }
    const waitMs = await finish(app, job, at, { ...upload, isFinal: upload.isFinal });
    if (waitMs !== null) return { state: 'waiting', waitMs };
  }
  return { state: 'ready' };
}

/**
 * Discards all uploads, which X no longer knows or will soon delete; the next draft starts again.
 */
export async function forget(job: PublishJob, why: string): Promise<PlatformFailure> {
  const gone = job.items.map((_, at) => [`media${at}`, '']);
  await job.keep(Object.fromEntries(gone) as Record<string, string>);
  return new PlatformFailure('new_draft', 'PLATFORM_UNAVAILABLE', why);
}

const countSegments = ({ size }: PostItem): number => Math.ceil(size / SEGMENT_BYTES);

function readUpload({ refs }: PublishJob, at: number): Upload | null {
  const id = toNonEmptyText(refs[`media${at}`]);
  const key = toNonEmptyText(refs[`key${at}`]);
  if (id === null || key === null || (toFiniteNumber(refs[`ends${at}`]) ?? 0) < Date.now())
    return null;
  return {
    id,
    key,
    sent: toFiniteNumber(refs[`sent${at}`]) ?? 0,
    isFinal: refs[`final${at}`] === true,
    isReady: refs[`ready${at}`] === true,
  };
}

async function begin(
  app: PlatformApp,
  job: PublishJob,
  at: number,
  { contentType, size }: PostItem,
): Promise<Upload> {
  const json = {
    media_type: contentType,
    total_bytes: size,
    media_category: contentType === 'video/mp4' ? 'tweet_video' : 'tweet_image',
  };
  const said = await callApi(app, job, 'draft', '/2/media/upload/initialize', { json });
  const data = toFields(said['data']);
  const id = toNonEmptyText(data['id']);
  const key = toNonEmptyText(data['media_key']);
  if (id === null || key === null) throw buildUnavailable('no media id');
  const lifeMs = (toFiniteNumber(data['expires_after_secs']) ?? 86_400) * 1_000;
  await job.keep({
    [`media${at}`]: id,
    [`key${at}`]: key,
    [`ends${at}`]: Date.now() + Math.max(lifeMs - SPARE_MS, lifeMs / 2),
    [`sent${at}`]: 0,
    [`final${at}`]: false,
    [`ready${at}`]: false,
  });
  return { id, key, sent: 0, isFinal: false, isReady: false };
}

interface SegmentUpload {
  readonly item: PostItem;
  readonly upload: Upload;
  /** Number of segments that this call may still send. */
  readonly left: number;
}

/** @returns the number of segments that X now has */
async function append(
  app: PlatformApp,
  job: PublishJob,
  at: number,
  { item, upload, left }: SegmentUpload,
): Promise<number> {
  const end = Math.min(countSegments(item), upload.sent + left);
  for (let segment = upload.sent; segment < end; segment += 1) {
    const start = segment * SEGMENT_BYTES;
    const last = Math.min(start + SEGMENT_BYTES, item.size) - 1;
    const bytes = await item.read({ start, end: last });
    const media = { bytes, contentType: 'application/octet-stream', fileName: 'media' };
    const form = { segment_index: String(segment), media };
    await forgetUploadOnRefusal(job, () =>
      callApi(app, job, 'upload', `/2/media/upload/${upload.id}/append`, { form }),
    );
    await job.keep({ [`sent${at}`]: segment + 1 });
  }
  return end;
}

/**
 * Finalises the upload, or polls its processing.
 * @returns the delay in ms; null if the upload is ready
 */
async function finish(
  app: PlatformApp,
  job: PublishJob,
  at: number,
  { id, isFinal }: Upload,
): Promise<number | null> {
  const said = await forgetUploadOnRefusal(job, () =>
    isFinal
      ? callApi(app, job, 'read', `/2/media/upload?command=STATUS&media_id=${id}`)
      : callApi(app, job, 'draft', `/2/media/upload/${id}/finalize`, { json: {} }),
  );
  const data = toFields(said['data']);
  if (toNonEmptyText(data['id']) === null) throw buildUnavailable('no media id');
  const info: Fields = toFields(data['processing_info']);
  if (info['state'] === 'failed') {
    await forget(job, 'processing');
    throw refuseMedia();
  }
  const isReady = data['processing_info'] === undefined || info['state'] === 'succeeded';
  await job.keep({ [`final${at}`]: true, [`ready${at}`]: isReady });
  if (isReady) return null;
  const waitMs = (toFiniteNumber(info['check_after_secs']) ?? 5) * 1_000;
  return Math.min(Math.max(waitMs, BREATH_MS), CHECK_MS_MAX);
}

/**
 * Runs an upload call and forgets the upload if X refuses the call. X refuses a part that it
 * already has, as after a lost response, and an upload that it no longer knows. A new upload solves
 * both.
 */
async function forgetUploadOnRefusal<T>(job: PublishJob, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PlatformFailure) || error.kind !== 'permanent') throw error;
    throw await forget(job, error.platformCode);
  }
}
