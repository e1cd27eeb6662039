import type { RenditionPlan } from '../../catalogue/renditions.js';
import type { SocialPreviewBody } from '../../contract/social-preview.js';
import type { Caller } from '../../accounts/caller.js';
import {
  checkPost,
  type CheckDeps,
  type CheckedPost,
  type PostDraftRequest,
} from './check-post.js';
import type { SourceFacts } from './plan-post.js';
import { hasAiLabel, computeSettings } from './settings-in-force.js';

/**
 * Previews a post with the checks of a real one, except the payment. Stores, copies and charges
 * nothing.
 * @throws {Refusal} the refusals of `checkPost`
 */
export async function previewPost(
  deps: CheckDeps,
  caller: Caller,
  wanted: PostDraftRequest,
): Promise<SocialPreviewBody> {
  const checked = await checkPost(deps, caller, wanted);
  return {
    object: 'social_post_preview',
    plans: checked.plans.map((planned) => presentPlan(checked, planned)),
    credits: checked.price,
  };
}

const UNPAID =
  'The monthly fee of this account is unpaid: until it is paid, posts there are refused.';

function presentPlan(
  { settings, sources, unpaid }: CheckedPost,
  { platform, plan }: CheckedPost['plans'][number],
): SocialPreviewBody['plans'][number] {
  const { form, text, title, cut, renditions, warnings, credits } = plan;
  return {
    platform,
    form,
    renditions: renditions.map((rendition, at) => presentRendition(rendition, sources[at])),
    text,
    title,
    cut,
    settings: computeSettings(platform, form, settings),
    ai_label: hasAiLabel(platform, form, settings),
    warnings: unpaid.includes(platform) ? [...warnings, UNPAID] : [...warnings],
    credits,
  };
}

function presentRendition(plan: RenditionPlan, source: SourceFacts | undefined) {
  if (plan.kind === 'image') {
    const { format, width, height } = plan;
    return { content_type: `image/${format}`, width, height };
  }
  const [width, height] =
    plan.mode === 'encode' ? [plan.maxWidth, plan.maxHeight] : [source?.width, source?.height];
  return { content_type: 'video/mp4', width: width ?? null, height: height ?? null };
}
