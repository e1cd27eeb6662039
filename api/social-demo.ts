import type { Platform } from '../domain/catalogue/social-platforms.js';
import type { Deps } from '../runtime/deps.js';

/**
 * Returns whether the demo uses a stand-in for a platform, because no app is configured for the
 * platform.
 */
export const isDemo = ({ env }: Pick<Deps, 'env'>, platform: Platform): boolean =>
  env.socialDemoUrl !== null && env.socialApps[platform] === undefined;
