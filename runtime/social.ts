import type { PlatformApp } from '../adapters/social/app.js';
import { linkToDemo } from '../adapters/social/demo-links.js';
import { createTikTok } from '../adapters/social/tiktok/platform.js';
import { createInstagram } from '../adapters/social/instagram/platform.js';
import { createTwitter } from '../adapters/social/twitter/platform.js';
import { createThreads } from '../adapters/social/threads/platform.js';
import { createYouTube } from '../adapters/social/youtube/platform.js';
import type { Platform } from '../domain/catalogue/social-platforms.js';
import type { SocialPlatform } from '../domain/ports/social-platform.js';
import type { SocialEnv } from './env-social.js';

/** Each platform's factory. */
const FACTORIES: Readonly<Record<Platform, (app: PlatformApp) => SocialPlatform>> = {
  tiktok: createTikTok,
  instagram: createInstagram,
  threads: createThreads,
  youtube: createYouTube,
  twitter: createTwitter,
};

/** Our app's credentials at the demo's stand-ins. */
const DEMO_APP = { clientId: 'demo-client', clientSecret: 'demo-secret' };

/**
 * Creates every platform with a configured app. In the demo, all other platforms exist as well, and
 * use their stand-ins.
 */
export function createPlatforms({
  socialApps,
  socialDemoUrl,
}: SocialEnv): ReadonlyMap<Platform, SocialPlatform> {
  const created = Object.entries(FACTORIES).flatMap(([name, create]) => {
    const app = socialApps[name as Platform];
    if (app) return [create({ ...app, rewrite: (url) => url })];
    if (socialDemoUrl === null) return [];
    const rewrite = (url: string) => url.replace(/^https:\/\//, `${socialDemoUrl}/`);
    return [linkToDemo(create({ ...DEMO_APP, rewrite }), socialDemoUrl)];
  });
  return new Map(created.map((platform) => [platform.name, platform]));
}
