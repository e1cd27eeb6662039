import { fitCaption } from '../../captions/fit-caption.js';
import { countLinks, hasLink } from '../../captions/find-links.js';
import { planRenditions, type RenditionPlan } from '../../catalogue/renditions.js';
import {
  PLATFORM_TABLE,
  type Platform,
  type PostForm,
  type PostMedia,
} from '../../catalogue/social-platforms.js';
import { SOCIAL_CREDITS } from '../../catalogue/price.js';
import type { Issue } from '../../contract/refusal.js';
import type { SocialSettings } from '../../contract/social-settings.js';
import { chooseForm } from './choose-form.js';
import { describeIgnoredSettings } from './settings-in-force.js';

/** Metadata of a picture or clip. */
export interface SourceFacts {
  readonly contentType: string;
  /** Size in bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Duration in milliseconds; null for a picture. */
  readonly durationMs: number | null;
}

export interface PlanAsk {
  readonly platform: Platform;
  readonly caption: string | null;
  readonly settings: SocialSettings;
  readonly media: PostMedia;
  readonly sources: readonly SourceFacts[];
  /** Whether this installation can re-encode clips; affects only refusals and renditions. */
  readonly canEncode?: boolean;
}

/** How a post appears on one platform. */
export interface PlatformPlan {
  readonly form: PostForm;
  /** The text cut to the platform's limit; may be empty. */
  readonly text: string;
  readonly title: string | null;
  /** Whether the text was cut, so that it is shorter than the caption. */
  readonly cut: boolean;
  readonly renditions: readonly RenditionPlan[];
  /** Parts that are left out or changed; the post is published anyway. */
  readonly warnings: readonly string[];
  /** Reasons why the post cannot be published there; paths are as in a request. */
  readonly issues: readonly Issue[];
  readonly credits: number;
}

/** Computes the credits for a post on one platform, based on the text posted there. */
function computePostCredits(platform: Platform, text: string): number {
  const isLinked = platform === 'twitter' && hasLink(text);
  return isLinked ? SOCIAL_CREDITS.x_post_with_link : SOCIAL_CREDITS.post_per_destination;
}

/**
 * Plans a post for one platform. A pure function, so that acceptance, dry run and the post's run
 * get the same result.
 */
export function planPost(ask: PlanAsk): PlatformPlan {
  const { platform, caption, settings, sources, media, canEncode = true } = ask;
  const { form, issues } = chooseForm(platform, { media, count: sources.length, settings });
  const fitted = fitCaption(platform, form, caption ?? '');
  const title = platform === 'youtube' ? settings.youtube?.title : undefined;
  const made =
    issues.length > 0
      ? { plans: [], warnings: [], issues: [] }
      : planRenditions(platform, form, settings, sources, canEncode);
  return {
    form,
    text: fitted.text,
    title: title === undefined ? fitted.title : fitCaption(platform, form, title).title,
    cut: fitted.cut,
    renditions: made.plans,
    warnings: [
      ...made.warnings,
      ...(fitted.cut ? describeCut(platform, caption ?? '', fitted.text) : []),
      ...describeIgnoredSettings(platform, form, settings),
    ],
    issues: [
      ...issues,
      ...made.issues.map((message) => ({ path: 'body.generation_ids', message })),
      ...refuseCover(ask, form),
    ],
    credits: computePostCredits(platform, fitted.text),
  };
}

function describeCut(platform: Platform, caption: string, text: string): string[] {
  const { label } = PLATFORM_TABLE[platform];
  if (text === '') return [`${label} shows no text with this format, so the caption is left out.`];
  const cut = `The caption is longer than ${label} allows and is cut there.`;
  const links = countLinks(text);
  if (countLinks(caption) === links) return [cut];
  return [cut, links === 0 ? 'The link is cut off.' : 'A link is cut off.'];
}

/** Refuses a cover position after the clip's end. */
function refuseCover({ settings, sources, platform }: PlanAsk, form: PostForm): Issue[] {
  const offset = settings.instagram?.thumb_offset;
  const durationMs = sources[0]?.durationMs ?? null;
  if (platform !== 'instagram' || form !== 'reel') return [];
  if (offset === undefined || durationMs === null || offset * 1_000 < durationMs) return [];
  const message = `must be before the end of the clip, at ${durationMs / 1_000} seconds`;
  return [{ path: 'body.settings.instagram.thumb_offset', message }];
}
