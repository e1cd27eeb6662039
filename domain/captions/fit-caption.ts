import type { Platform, PostForm } from '../catalogue/social-platforms.js';
import { cutText, fits } from './cut-text.js';
import { makeAcceptable, textLimitOf, titleLimitOf, type TextLimit } from './text-limits.js';

/** What a platform is given of a caption. */
export interface FittedCaption {
  readonly text: string;
  /** Null where a post has none. */
  readonly title: string | null;
  /** Whether the text ends earlier than the caption. */
  readonly cut: boolean;
}

/** YouTube takes no video without a title. */
const NO_TITLE = 'Untitled';

/** The text and the title that a caption becomes on a platform, within its limits. Pure. */
export function fitCaption(platform: Platform, form: PostForm, caption: string): FittedCaption {
  const acceptable = makeAcceptable(platform, caption);
  const text = fit(acceptable, textLimitOf(platform, form));
  return {
    text,
    title: fitTitle(platform, form, caption),
    cut: text.normalize() !== acceptable.normalize(),
  };
}

/**
 * The title that a text becomes: its first line that is not empty. Null where a post has no title,
 * or none is needed and the text has no such line.
 */
export function fitTitle(platform: Platform, form: PostForm, text: string): string | null {
  const limit = titleLimitOf(platform, form);
  if (!limit) return null;
  const line = /\S.*/.exec(makeAcceptable(platform, text))?.[0].trimEnd() ?? '';
  return fit(line, limit) || (platform === 'youtube' ? NO_TITLE : null);
}

/** A text that fits is not touched: not even its normal form. */
function fit(text: string, limit: TextLimit): string {
  const normal = text.normalize();
  if (fits(limit.normal ? normal : text, limit)) return text;
  return fits(normal, limit) ? normal : cutText(normal, limit);
}
