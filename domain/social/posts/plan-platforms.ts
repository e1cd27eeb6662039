import { setImmediate as others } from 'node:timers/promises';
import type { Platform } from '../../catalogue/social-platforms.js';
import { planPost, type PlanAsk, type PlatformPlan } from './plan-post.js';

/** A post's plan for one platform. */
export interface PlannedPlatform {
  readonly platform: Platform;
  readonly plan: PlatformPlan;
}

/**
 * Plans a post for each platform. A caption designed to be slow takes some 10 ms per platform, so
 * other requests run in between.
 */
export async function planPlatforms({
  platforms,
  ...ask
}: Omit<PlanAsk, 'platform'> & { readonly platforms: readonly Platform[] }): Promise<
  PlannedPlatform[]
> {
  const planned: PlannedPlatform[] = [];
  for (const platform of platforms) {
    planned.push({ platform, plan: planPost({ ...ask, platform }) });
    await others();
  }
  return planned;
}
