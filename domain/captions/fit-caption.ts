import type { Platform, PostForm } from '../catalogue/social-platforms.js';
import { cutText, isWithinLimit } from './cut-text.js';
import { makeAcceptable, getTextLimit, getTitleLimit, type TextLimit } from './text-limits.js';

/** A caption adapted to a platform. */
export interface FittedCaption {
  readonly text: string;
  /** The title; null if a post has no title on this platform. */
  readonly title: string | null;
  /** Whether the text was cut, so that it is shorter than the caption. */
  readonly cut: boolean;
}

/** Default title, because YouTube rejects a video without a title. */
const NO_TITLE = 'Untitled';

/** Adapts a caption's text and title to a platform's limits. */
export function fitCaption(platform: Platform, form: PostForm, caption: string): FittedCaption {
  const acceptable = makeAcceptable(platform, caption);
  const text = fit(acceptable, getTextLimit(platform, form));
  return {
    text,
    title: fitTitle(platform, form, caption),
    cut: text.normalize() !== acceptable.normalize(),
  };
}

/**
 * Derives a post's title from its text: the first line that is not empty. Null if the post has no
 * title, or if its title is optional and the text has no such line.
 */
export function fitTitle(platform: Platform, form: PostForm, text: string): string | null {
  const limit = getTitleLimit(platform, form);
  if (!limit) return null;
  const line = /\S.*/.exec(makeAcceptable(platform, text))?.[0].trimEnd() ?? '';
  return fit(line, limit) || (platform === 'youtube' ? NO_TITLE : null);
}

/** Cuts a text to its limit. A text that fits is not changed, not even its Unicode normal form. */
function fit(text: string, limit: TextLimit): string {
  const normal = text.normalize();
  if (isWithinLimit(limit.normal ? normal : text, limit)) return text;
  return isWithinLimit(normal, limit) ? normal : cutText(normal, limit);
}
