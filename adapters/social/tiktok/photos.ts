import {
  PlatformFailure,
  type DraftState,
  type PublishJob,
  type PublishState,
} from '../../../domain/ports/social-platform.js';
import { toNonEmptyText } from '../../http/json.js';
import { readRetryAfterMs } from '../../http/send.js';
import { askOnce, buildUnknownOutcome } from '../send-request.js';
import { isOwn, readEnvelope, buildTikTokRequest, type TikTok } from './api.js';
import { readCreator } from './creator.js';
import { buildTikTokFailure } from './failures.js';
import { checkPost, buildPhotoInfo } from './post-info.js';
import { POLL_MS } from './status.js';

/**
 * Checks whether the account accepts the photos; no other preparation is possible.
 * @throws {PlatformFailure}
 */
export async function draftPhotos(tiktok: TikTok, job: PublishJob): Promise<DraftState> {
  checkPost(job);
  const { username, noComments } = await readCreator(tiktok, job);
  await job.keep({ creator: username, noComments });
  return { state: 'ready' };
}

/**
 * Sends the single request that makes TikTok fetch and publish the images.
 * @throws {PlatformFailure}
 */
export async function commitPhotos(tiktok: TikTok, job: PublishJob): Promise<PublishState> {
  // A failed attempt's id must not be used for this attempt.
  if (toNonEmptyText(job.refs['publishId']) !== null) await job.keep({ publishId: '' });
  const answer = await askOnce(
    buildTikTokRequest(tiktok, job, 'commit', '/post/publish/content/init/', {
      media_type: 'PHOTO',
      post_mode: 'DIRECT_POST',
      post_info: buildPhotoInfo(job, job.refs['noComments'] === true),
      source_info: {
        source: 'PULL_FROM_URL',
        photo_images: job.items.map(({ url }) => url),
        photo_cover_index: 0,
      },
    }),
  );
  const { status } = answer;
  if (status === 429)
    throw buildTikTokFailure(null, status, tiktok.now(), readRetryAfterMs(answer));
  const isRefused = status >= 400 && status < 500 && isOwn(answer);
  if (status !== 200 && !isRefused) throw buildUnknownOutcome(`init ${status}`);
  const publishId = readPublishId(tiktok, answer);
  if (publishId === null) throw buildUnknownOutcome('no publish_id');
  await job.keep({ publishId });
  return { state: 'pending', waitMs: POLL_MS };
}

/** @throws {PlatformFailure} if TikTok has certainly refused */
function readPublishId(tiktok: TikTok, answer: Parameters<typeof readEnvelope>[0]): string | null {
  if (!isOwn(answer)) return null;
  try {
    return toNonEmptyText(readEnvelope(answer, tiktok.now()).data['publish_id']);
  } catch (error) {
    // `internal_error` does not say whether the error occurred before or after publishing.
    if (error instanceof PlatformFailure && error.kind === 'retry') return null;
    throw error;
  }
}
