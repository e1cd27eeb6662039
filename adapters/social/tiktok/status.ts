import type { PublishJob, PublishState } from '../../../domain/ports/social-platform.js';
import { toFiniteNumber, toNonEmptyText } from '../../http/json.js';
import { readOutcome } from '../send-request.js';
import { callApi, type TikTok } from './api.js';
import { buildPostFailure } from './failures.js';

/** Minimum interval between status reads, as required by TikTok. */
export const POLL_MS = 5_000;
/** If TikTok has fetched no image this long after the request, it never accepted the request. */
const UNFETCHED_MS = 10 * 60_000;
/** Interval for checking the access log when the response with the id was lost. */
const LOST_POLL_MS = 60_000;

/** A post's state at TikTok. */
export interface PostStatus {
  readonly status: string;
  readonly failReason: string | null;
  /** Number of the clip's bytes that TikTok has received. */
  readonly uploaded: number;
  /** The public post's id; null until the post is moderated and public. */
  readonly publicId: string | null;
}

/** @throws {PlatformFailure} */
export async function readStatus(
  tiktok: TikTok,
  job: PublishJob,
  publishId: string,
): Promise<PostStatus> {
  const asked = { publish_id: publishId };
  const { data, body } = await callApi(tiktok, job, 'read', '/post/publish/status/fetch/', asked);
  return {
    status: toNonEmptyText(data['status']) ?? '',
    failReason: toNonEmptyText(data['fail_reason']),
    uploaded: toFiniteNumber(data['uploaded_bytes']) ?? 0,
    publicId: parsePublicId(body),
  };
}

/**
 * Parses the public id. The misspelling is TikTok's, and the number has more digits than JSON.parse
 * keeps.
 */
function parsePublicId(body: string): string | null {
  return /"publicaly_available_post_id"\s*:\s*\[\s*"?(\d+)/.exec(body)?.[1] ?? null;
}

/**
 * Determines a clip's outcome. TikTok's status is the only source.
 * @throws {PlatformFailure}
 */
export async function reconcileVideo(tiktok: TikTok, job: PublishJob): Promise<PublishState> {
  const publishId = toNonEmptyText(job.refs['publishId']);
  // Without an id, no byte was sent.
  if (publishId === null) return { state: 'not_published' };
  const found = await readOutcome(() => readStatus(tiktok, job, publishId));
  if (found.status === 'FAILED') throw buildPostFailure(found.failReason);
  const isShort = found.uploaded < (job.items[0]?.size ?? 0);
  // Sending the same bytes to the same URL again cannot create a second post. A URL that has
  // refused them may already have them, regardless of the current status.
  const mayGoOn = found.status === 'PROCESSING_UPLOAD' && isShort;
  if (mayGoOn && job.refs['isRefused'] !== true) return { state: 'not_published' };
  return toPublishState(job, found);
}

/**
 * Determines the outcome of photos. The request's id is known only if the response arrived;
 * otherwise our own access log shows whether TikTok has accepted the request.
 * @throws {PlatformFailure}
 */
export async function reconcilePhotos(tiktok: TikTok, job: PublishJob): Promise<PublishState> {
  const publishId = toNonEmptyText(job.refs['publishId']);
  if (publishId === null) {
    const isFetched = await job.hasBeenFetched();
    const isOld = tiktok.now() - (job.armedAt ?? tiktok.now()) >= UNFETCHED_MS;
    return !isFetched && isOld
      ? { state: 'not_published' }
      : { state: 'pending', waitMs: LOST_POLL_MS };
  }
  const found = await readOutcome(() => readStatus(tiktok, job, publishId));
  if (found.status === 'FAILED') {
    // TikTok could not fetch an image, so there is no post, and the request may be sent again.
    if (found.failReason === 'photo_pull_failed') return { state: 'not_published' };
    throw buildPostFailure(found.failReason);
  }
  return toPublishState(job, found);
}

function toPublishState(job: PublishJob, { status, publicId }: PostStatus): PublishState {
  // Unknown status values mean that the post is still processing.
  if (status !== 'PUBLISH_COMPLETE') return { state: 'pending', waitMs: POLL_MS };
  const url = publicId === null ? null : buildPostUrl(job, publicId);
  return { state: 'published', remotePostId: publicId, url };
}

/** Finds a post's URL. TikTok returns the id minutes after the post, sometimes days. */
export async function findUrl(
  tiktok: TikTok,
  job: PublishJob,
  remotePostId: string | null,
): Promise<string | null> {
  const publishId = toNonEmptyText(job.refs['publishId']);
  if (remotePostId !== null) return buildPostUrl(job, remotePostId);
  if (publishId === null) return null;
  const { publicId } = await readStatus(tiktok, job, publishId);
  return publicId === null ? null : buildPostUrl(job, publicId);
}

function buildPostUrl(job: PublishJob, id: string): string {
  const creator = toNonEmptyText(job.refs['creator']) ?? job.username;
  const kind = job.form === 'photos' ? 'photo' : 'video';
  return `https://www.tiktok.com/@${creator}/${kind}/${id}`;
}
