import { PlatformFailure, type PublishJob } from '../../../domain/ports/social-platform.js';
import { toEntries, toFiniteNumber, toNonEmptyText } from '../../http/json.js';
import { callApi, type TikTok } from './api.js';

/** The settings that we use from a creator's account. */
export interface Creator {
  readonly username: string;
  readonly noComments: boolean;
  readonly noDuets: boolean;
  readonly noStitches: boolean;
}

/** Posts are public, because restricted visibility would differ from the request. */
export const PRIVACY = 'PUBLIC_TO_EVERYONE';

/**
 * Reads the creator's settings, which TikTok requires before every post.
 * @throws {PlatformFailure} `permanent` if the account does not allow the post
 */
export async function readCreator(tiktok: TikTok, job: PublishJob): Promise<Creator> {
  const path = '/post/publish/creator_info/query/';
  const { data } = await callApi(tiktok, job, 'draft', path, {});
  if (!toEntries(data['privacy_level_options']).includes(PRIVACY)) {
    const code = 'privacy_level_option_mismatch';
    throw new PlatformFailure('permanent', 'SETTINGS_REFUSED', code);
  }
  const seconds = toFiniteNumber(data['max_video_post_duration_sec']);
  const durationMs = job.items[0]?.durationMs ?? 0;
  if (seconds !== null && durationMs > seconds * 1000) {
    throw new PlatformFailure('permanent', 'MEDIA_REFUSED', 'duration_check_failed');
  }
  return {
    username: toNonEmptyText(data['creator_username']) ?? job.username,
    noComments: data['comment_disabled'] === true,
    noDuets: data['duet_disabled'] === true,
    noStitches: data['stitch_disabled'] === true,
  };
}
