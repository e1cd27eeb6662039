import type { PublishJob, PublishState } from '../../../domain/ports/social-platform.js';
import { number, text } from '../../http/json.js';
import { readOutcome } from '../ask.js';
import { callApi, type TikTok } from './api.js';
import { failureOfPost } from './failures.js';

/** TikTok wants status reads at least this far apart. */
export const POLL_MS = 5_000;
/** Pictures that nobody has fetched so long after the request were never accepted. */
const UNFETCHED_MS = 10 * 60_000;
/** How often the access log is looked at when the answer with the id was lost. */
const LOST_POLL_MS = 60_000;

/** How a post stands at TikTok. */
export interface PostStatus {
  readonly status: string;
  readonly failReason: string | null;
  /** Bytes that TikTok has of the clip. */
  readonly uploaded: number;
  /** Null until it is moderated and open to everybody. */
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
    status: text(data['status']) ?? '',
    failReason: text(data['fail_reason']),
    uploaded: number(data['uploaded_bytes']) ?? 0,
    publicId: publicIdIn(body),
  };
}

/** The misspelling is TikTok's. The number has more digits than JSON.parse keeps. */
function publicIdIn(body: string): string | null {
  return /"publicaly_available_post_id"\s*:\s*\[\s*"?(\d+)/.exec(body)?.[1] ?? null;
}

/** What has become of a clip. TikTok's own word on it is the only one. @throws {PlatformFailure} */
export async function reconcileVideo(tiktok: TikTok, job: PublishJob): Promise<PublishState> {
  const publishId = text(job.refs['publishId']);
  // Without an id no byte was sent.
  if (publishId === null) return { state: 'not_published' };
  const found = await readOutcome(() => readStatus(tiktok, job, publishId));
  if (found.status === 'FAILED') throw failureOfPost(found.failReason);
  const isShort = found.uploaded < (job.items[0]?.size ?? 0);
  // The same bytes to the same address again cannot make a second post. An address that has refused
  // them may have them already, whatever the status says yet.
  const mayGoOn = found.status === 'PROCESSING_UPLOAD' && isShort;
  if (mayGoOn && job.refs['isRefused'] !== true) return { state: 'not_published' };
  return stateOf(job, found);
}

/**
 * What has become of photos. Their one request has an id only when its answer came; without it, the
 * log of our own addresses tells whether TikTok has accepted it.
 * @throws {PlatformFailure}
 */
export async function reconcilePhotos(tiktok: TikTok, job: PublishJob): Promise<PublishState> {
  const publishId = text(job.refs['publishId']);
  if (publishId === null) {
    const isFetched = await job.wasFetched();
    const isOld = tiktok.now() - (job.armedAt ?? tiktok.now()) >= UNFETCHED_MS;
    return !isFetched && isOld
      ? { state: 'not_published' }
      : { state: 'pending', waitMs: LOST_POLL_MS };
  }
  const found = await readOutcome(() => readStatus(tiktok, job, publishId));
  if (found.status === 'FAILED') {
    // TikTok could not fetch a picture, so there is no post, and the request may be sent again.
    if (found.failReason === 'photo_pull_failed') return { state: 'not_published' };
    throw failureOfPost(found.failReason);
  }
  return stateOf(job, found);
}

function stateOf(job: PublishJob, { status, publicId }: PostStatus): PublishState {
  // Values that are new to us mean that it goes on.
  if (status !== 'PUBLISH_COMPLETE') return { state: 'pending', waitMs: POLL_MS };
  const url = publicId === null ? null : urlOf(job, publicId);
  return { state: 'published', remotePostId: publicId, url };
}

/** The address of a post. TikTok tells the id minutes after the post, at times days. */
export async function findUrl(
  tiktok: TikTok,
  job: PublishJob,
  remotePostId: string | null,
): Promise<string | null> {
  const publishId = text(job.refs['publishId']);
  if (remotePostId !== null) return urlOf(job, remotePostId);
  if (publishId === null) return null;
  const { publicId } = await readStatus(tiktok, job, publishId);
  return publicId === null ? null : urlOf(job, publicId);
}

function urlOf(job: PublishJob, id: string): string {
  const creator = text(job.refs['creator']) ?? job.username;
  const kind = job.form === 'photos' ? 'photo' : 'video';
  return `https://www.tiktok.com/@${creator}/${kind}/${id}`;
}
