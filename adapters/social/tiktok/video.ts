import {
  PlatformFailure,
  type DraftState,
  type PublishJob,
  type PublishState,
} from '../../../domain/ports/social-platform.js';
import { readRetryAfterMs, type VendorAnswer } from '../../http/send.js';
import { ask, askOnce, buildUnknownOutcome } from '../send-request.js';
import type { TikTok } from './api.js';
import { planNextChunk, type Chunk } from './chunks.js';
import { buildTikTokFailure } from './failures.js';
import { checkPost } from './post-info.js';
import { POLL_MS, readStatus } from './status.js';
import {
  FORGOTTEN,
  isRefused,
  buildChunkRequest,
  startUpload,
  readStartedUpload,
  type Upload,
} from './upload.js';

/** Chunks per call. If the step ends early, no more than these must be sent again. */
const CHUNKS_PER_CALL = 4;
const BREATH_MS = 1_000;

/**
 * Sends every chunk except the last, because TikTok publishes once it has the last.
 * @throws {PlatformFailure}
 */
export async function draftVideo(tiktok: TikTok, job: PublishJob): Promise<DraftState> {
  checkPost(job);
  const size = getVideoSize(job);
  let upload = readStartedUpload(job) ?? (await startUpload(tiktok, job, size));
  for (let count = 0; count < CHUNKS_PER_CALL; count += 1) {
    const chunk = planNextChunk(size, upload.sent);
    if (chunk === null || chunk.isLast) return { state: 'ready' };
    const sent = await sendChunk(tiktok, job, upload, chunk);
    await job.keep({ sent });
    upload = { ...upload, sent };
  }
  return planNextChunk(size, upload.sent)?.isLast === false
    ? { state: 'waiting', waitMs: BREATH_MS }
    : { state: 'ready' };
}

/** @returns the number of bytes that TikTok then has */
async function sendChunk(
  tiktok: TikTok,
  job: PublishJob,
  upload: Upload,
  chunk: Chunk,
): Promise<number> {
  const answer = await ask(await buildChunkRequest(tiktok, job, upload, chunk));
  if (answer.status === 206) return chunk.end + 1;
  if (answer.status === 416) {
    // The chunk had arrived; only the response was lost.
    const { status, uploaded } = await readStatus(tiktok, job, upload.publishId);
    const isEdge = planNextChunk(getVideoSize(job), uploaded) !== null;
    if (status === 'PROCESSING_UPLOAD' && isEdge) return uploaded;
  }
  if (isRefused(answer)) throw await forget(job, answer);
  throw buildPutFailure(tiktok, answer);
}

/**
 * Sends the last chunk, which makes TikTok publish. Sending the same chunk to the same URL again
 * cannot create a second post.
 * @throws {PlatformFailure}
 */
export async function commitVideo(tiktok: TikTok, job: PublishJob): Promise<PublishState> {
  const upload = readStartedUpload(job);
  if (upload === null) throw new PlatformFailure('new_draft', 'PLATFORM_UNAVAILABLE', 'no upload');
  const chunk = planNextChunk(getVideoSize(job), upload.sent);
  if (chunk?.isLast !== true) {
    throw new PlatformFailure('new_draft', 'PLATFORM_UNAVAILABLE', 'chunks are missing');
  }
  const wanted = await buildChunkRequest(tiktok, job, upload, chunk);
  await job.keep({ isTried: true });
  const answer = await askOnce(wanted);
  if (answer.status === 201 || answer.status === 200) return { state: 'pending', waitMs: POLL_MS };
  if (isRefused(answer)) return resolveChunkRefusal(tiktok, job, upload, answer);
  if (answer.status === 429) throw buildPutFailure(tiktok, answer);
  throw buildUnknownOutcome(`upload ${answer.status}`);
}

/**
 * Handles a URL that rejected the last chunk: TikTok already has the chunk, or the URL has expired.
 */
async function resolveChunkRefusal(
  tiktok: TikTok,
  job: PublishJob,
  upload: Upload,
  answer: VendorAnswer,
): Promise<PublishState> {
  const found = await readStatus(tiktok, job, upload.publishId).catch(() => null);
  const isOpen = found?.status === 'PROCESSING_UPLOAD' && found.uploaded < getVideoSize(job);
  if (isOpen && !upload.isTried) throw await forget(job, answer);
  // An earlier chunk may have arrived since; only a later status can show it.
  await job.keep({ isRefused: true });
  throw buildUnknownOutcome(`upload ${answer.status}`);
}

async function forget(job: PublishJob, { status }: VendorAnswer): Promise<PlatformFailure> {
  await job.keep(FORGOTTEN);
  return new PlatformFailure('new_draft', 'PLATFORM_UNAVAILABLE', `upload ${status}`);
}

const buildPutFailure = ({ now }: TikTok, answer: VendorAnswer): PlatformFailure =>
  buildTikTokFailure(null, answer.status, now(), readRetryAfterMs(answer));

const getVideoSize = ({ items }: PublishJob): number => items[0]?.size ?? 0;
