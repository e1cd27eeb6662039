import { PlatformFailure, type PublishJob } from '../../../domain/ports/social-platform.js';
import { entries, number, text } from '../../http/json.js';
import { callApi, type TikTok } from './api.js';

/** What a creator's account allows, as far as we use it. */
export interface Creator {
  readonly username: string;
  readonly noComments: boolean;
  readonly noDuets: boolean;
  readonly noStitches: boolean;
}

/** Posts are public. A narrower circle would be a post that nobody asked for. */
export const PRIVACY = 'PUBLIC_TO_EVERYONE';

/**
 * TikTok wants this read before every post.
 * @throws {PlatformFailure} `permanent` when the account cannot show what it is given
 */
export async function readCreator(tiktok: TikTok, job: PublishJob): Promise<Creator> {
  const path = '/post/publish/creator_info/query/';
  const { data } = await callApi(tiktok, job, 'draft', path, {});
  if (!entries(data['privacy_level_options']).includes(PRIVACY)) {
    const code = 'privacy_level_option_mismatch';
    throw new PlatformFailure('permanent', 'SETTINGS_REFUSED', code);
  }
  const seconds = number(data['max_video_post_duration_sec']);
  const durationMs = job.items[0]?.durationMs ?? 0;
  if (seconds !== null && durationMs > seconds * 1000) {
    throw new PlatformFailure('permanent', 'MEDIA_REFUSED', 'duration_check_failed');
  }
  return {
    username: text(data['creator_username']) ?? job.username,
    noComments: data['comment_disabled'] === true,
    noDuets: data['duet_disabled'] === true,
    noStitches: data['stitch_disabled'] === true,
  };
}
