import type { PublishJob } from '../../../domain/ports/social-platform.js';
import { toFiniteNumber, toNonEmptyText } from '../../http/json.js';
import type { VendorAnswer, VendorRequest } from '../../http/send.js';
import { buildUnavailable } from '../send-request.js';
import { callApi, type TikTok } from './api.js';
import { planChunks, type Chunk } from './chunks.js';
import { readCreator } from './creator.js';
import { buildVideoInfo } from './post-info.js';

/** Enough for a chunk of 20 MB at 1.4 Mbit/s. A commit may have less time. */
const CHUNK_DEADLINE_MS = 120_000;

/** An upload in progress at TikTok. */
export interface Upload {
  readonly publishId: string;
  readonly url: string;
  /** Number of bytes that TikTok has received, up to a chunk boundary. */
  readonly sent: number;
  /** Whether the last chunk was ever sent, regardless of the outcome. */
  readonly isTried: boolean;
}

/** Reads the started upload; null if no upload was started or it no longer exists. */
export function readStartedUpload({ refs }: PublishJob): Upload | null {
  const publishId = toNonEmptyText(refs['publishId']);
  const url = toNonEmptyText(refs['uploadUrl']);
  if (publishId === null || url === null) return null;
  return {
    publishId,
    url,
    sent: toFiniteNumber(refs['sent']) ?? 0,
    isTried: refs['isTried'] === true,
  };
}

/** Refs that `readStartedUpload` reads as null. */
export const FORGOTTEN = {
  publishId: '',
  uploadUrl: '',
  sent: 0,
  isTried: false,
  isRefused: false,
} as const;

/**
 * Announces the clip. Nothing is posted until the bytes arrive, so a lost response does no harm.
 * @throws {PlatformFailure}
 */
export async function startUpload(tiktok: TikTok, job: PublishJob, size: number): Promise<Upload> {
  const creator = await readCreator(tiktok, job);
  const { chunkSize, count } = planChunks(size);
  const { data } = await callApi(tiktok, job, 'draft', '/post/publish/video/init/', {
    post_info: buildVideoInfo(job, creator),
    source_info: {
      source: 'FILE_UPLOAD',
      video_size: size,
      chunk_size: chunkSize,
      total_chunk_count: count,
    },
  });
  const publishId = toNonEmptyText(data['publish_id']);
  const url = toNonEmptyText(data['upload_url']);
  if (publishId === null || url === null) throw buildUnavailable('no upload_url');
  const { username } = creator;
  await job.keep({ ...FORGOTTEN, publishId, uploadUrl: url, creator: username });
  return { publishId, url, sent: 0, isTried: false };
}

/** Builds the PUT for one chunk. The URL itself is the permission, so the request has no token. */
export async function buildChunkRequest(
  { app }: TikTok,
  { items, signal }: PublishJob,
  { url }: Upload,
  { start, end, isLast }: Chunk,
): Promise<VendorRequest> {
  const [item] = items;
  if (!item) throw buildUnavailable('no file');
  const bytes = await item.read({ start, end });
  if (bytes.length !== end - start + 1) throw buildUnavailable('short read');
  return {
    call: { provider: 'tiktok', operation: isLast ? 'commit' : 'upload' },
    method: 'PUT',
    url,
    headers: {
      'content-type': item.contentType,
      'content-range': `bytes ${start}-${end}/${item.size}`,
    },
    bytes,
    deadlineMs: app.deadlineMs ?? CHUNK_DEADLINE_MS,
    signal,
  };
}

/**
 * Returns whether the URL rejects this chunk: it has expired, is unknown, or expects other bytes.
 */
export const isRefused = ({ status }: VendorAnswer): boolean =>
  status === 400 || status === 403 || status === 404 || status === 410 || status === 416;
