import { setImmediate as others } from 'node:timers/promises';
import type { Platform } from '../../catalogue/social-platforms.js';
import { planPost, type PlanAsk, type PlatformPlan } from './plan-post.js';

/** What one of the platforms of a post gets. */
export interface PlannedPlatform {
  readonly platform: Platform;
  readonly plan: PlatformPlan;
}

/**
 * What each platform gets of a post. A caption that is made to be hard takes some 10 ms on each, so
 * other requests have their turn in between.
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
