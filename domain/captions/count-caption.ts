import type { Platform, PostForm } from '../catalogue/social-platforms.js';
import { isWithinLimit } from './cut-text.js';
import { getTextLimit, makeAcceptable } from './text-limits.js';

/** The length of a caption, as a platform counts it. */
export interface CaptionCount {
  readonly used: number;
  readonly max: number;
  /** Whether the caption fits. False too if it has too many hashtags, mentions or links. */
  readonly fits: boolean;
}

/** Counts a caption by the rules that shorten it for a platform. */
export function countCaption(platform: Platform, form: PostForm, caption: string): CaptionCount {
  const limit = getTextLimit(platform, form);
  const text = makeAcceptable(platform, caption);
  const normal = text.normalize();
  // A caption is sent in normal form C if only this form fits.
  const counted = limit.normal || !isWithinLimit(text, limit) ? normal : text;
  return {
    used: limit.measurePrefixes(counted).at(-1) ?? 0,
    max: limit.max,
    fits: isWithinLimit(counted, limit),
  };
}
