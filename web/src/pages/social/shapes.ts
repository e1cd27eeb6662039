import type { SocialPlatform, SocialPostPlan } from '../../api/contract';

/** Forms that fill a phone's screen. */
const TALL: readonly SocialPostPlan['form'][] = ['story', 'reel', 'short'];

/** Returns the width and height in which a platform shows a post. */
export function getShape(platform: SocialPlatform, form: SocialPostPlan['form']): string {
  if (platform === 'tiktok' || TALL.includes(form)) return '9 / 16';
  return platform === 'twitter' || platform === 'youtube' ? '16 / 9' : '1 / 1';
}
