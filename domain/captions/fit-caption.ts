import type { Platform, PostForm } from '../catalogue/social-platforms.js';
import { cutText, isWithinLimit } from './cut-text.js';
import { makeAcceptable, getTextLimit, getTitleLimit, type TextLimit } from './text-limits.js';

/** A caption adapted to a platform. */
export interface FittedCaption {
  readonly text: string;
  /** Null where a post has no title. */
  readonly title: string | null;
  /** Whether the text is shorter than the caption. */
  readonly cut: boolean;
}

/** YouTube rejects a video without a title. */
const NO_TITLE = 'Untitled';

/** Adapts a caption to a platform's limits: its text and title. Pure. */
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
 * The title for a text: its first line that is not empty. Null where a post has no title, or where
 * none is needed and the text has no such line.
 */
export function fitTitle(platform: Platform, form: PostForm, text: string): string | null {
  const limit = getTitleLimit(platform, form);
  if (!limit) return null;
  const line = /\S.*/.exec(makeAcceptable(platform, text))?.[0].trimEnd() ?? '';
  return fit(line, limit) || (platform === 'youtube' ? NO_TITLE : null);
}

/** Leaves a text that fits unchanged, including its Unicode normal form. */
function fit(text: string, limit: TextLimit): string {
  const normal = text.normalize();
  if (isWithinLimit(limit.normal ? normal : text, limit)) return text;
  return isWithinLimit(normal, limit) ? normal : cutText(normal, limit);
}
