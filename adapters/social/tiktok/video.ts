import {
  PlatformFailure,
  type DraftState,
  type PublishJob,
  type PublishState,
} from '../../../domain/ports/social-platform.js';
import { retryAfterMs, type VendorAnswer } from '../../http/send.js';
import { ask, askOnce, unknownOutcome } from '../ask.js';
import type { TikTok } from './api.js';
import { nextChunk, type Chunk } from './chunks.js';
import { failureOf } from './failures.js';
import { checkPost } from './post-info.js';
import { POLL_MS, readStatus } from './status.js';
import {
  FORGOTTEN,
  isRefused,
  requestOfChunk,
  startUpload,
  uploadOf,
  type Upload,
} from './upload.js';

/** Chunks per call: if the step ends, at most these must be sent again. */
const CHUNKS_PER_CALL = 4;
const BREATH_MS = 1_000;

/** Sends every chunk except the last, with which TikTok publishes. @throws {PlatformFailure} */
export async function draftVideo(tiktok: TikTok, job: PublishJob): Promise<DraftState> {
  checkPost(job);
  const size = sizeOf(job);
  let upload = uploadOf(job) ?? (await startUpload(tiktok, job, size));
  for (let count = 0; count < CHUNKS_PER_CALL; count += 1) {
    const chunk = nextChunk(size, upload.sent);
    if (chunk === null || chunk.isLast) return { state: 'ready' };
    const sent = await sendChunk(tiktok, job, upload, chunk);
    await job.keep({ sent });
    upload = { ...upload, sent };
  }
  return nextChunk(size, upload.sent)?.isLast === false
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
  const answer = await ask(await requestOfChunk(tiktok, job, upload, chunk));
  if (answer.status === 206) return chunk.end + 1;
  if (answer.status === 416) {
    // The chunk had arrived; only the response was lost.
    const { status, uploaded } = await readStatus(tiktok, job, upload.publishId);
    const isEdge = nextChunk(sizeOf(job), uploaded) !== null;
    if (status === 'PROCESSING_UPLOAD' && isEdge) return uploaded;
  }
  if (isRefused(answer)) throw await forget(job, answer);
  throw failureOfPut(tiktok, answer);
}

/**
 * Sends the last chunk, with which TikTok publishes. Sending the same chunk to the same URL again
 * cannot create a second post.
 * @throws {PlatformFailure}
 */
export async function commitVideo(tiktok: TikTok, job: PublishJob): Promise<PublishState> {
  const upload = uploadOf(job);
  if (upload === null) throw new PlatformFailure('new_draft', 'PLATFORM_UNAVAILABLE', 'no upload');
  const chunk = nextChunk(sizeOf(job), upload.sent);
  if (chunk?.isLast !== true) {
    throw new PlatformFailure('new_draft', 'PLATFORM_UNAVAILABLE', 'chunks are missing');
  }
  const wanted = await requestOfChunk(tiktok, job, upload, chunk);
  await job.keep({ isTried: true });
  const answer = await askOnce(wanted);
  if (answer.status === 201 || answer.status === 200) return { state: 'pending', waitMs: POLL_MS };
  if (isRefused(answer)) return settleRefusal(tiktok, job, upload, answer);
  if (answer.status === 429) throw failureOfPut(tiktok, answer);
  throw unknownOutcome(`upload ${answer.status}`);
}

/** The URL rejected the last chunk: TikTok already has it, or the URL has expired. */
async function settleRefusal(
  tiktok: TikTok,
  job: PublishJob,
  upload: Upload,
  answer: VendorAnswer,
): Promise<PublishState> {
  const found = await readStatus(tiktok, job, upload.publishId).catch(() => null);
  const isOpen = found?.status === 'PROCESSING_UPLOAD' && found.uploaded < sizeOf(job);
  if (isOpen && !upload.isTried) throw await forget(job, answer);
  // An earlier chunk may have arrived since: only a later status can show it.
  await job.keep({ isRefused: true });
  throw unknownOutcome(`upload ${answer.status}`);
}

async function forget(job: PublishJob, { status }: VendorAnswer): Promise<PlatformFailure> {
  await job.keep(FORGOTTEN);
  return new PlatformFailure('new_draft', 'PLATFORM_UNAVAILABLE', `upload ${status}`);
}

const failureOfPut = ({ now }: TikTok, answer: VendorAnswer): PlatformFailure =>
  failureOf(null, answer.status, now(), retryAfterMs(answer));

const sizeOf = ({ items }: PublishJob): number => items[0]?.size ?? 0;
