import { PLATFORMS, type Platform } from '../domain/catalogue/social-platforms.js';
import { HTTP, type EnvReader } from './env-reader.js';

/** Our apps on the social platforms (docs/social/). */
export interface SocialEnv {
  /** A platform without an app is not offered, unless the demo provides a stand-in. */
  readonly socialApps: Readonly<Partial<Record<Platform, SocialAppEnv>>>;
  /** URL of the platforms' stand-ins; null outside the demo. */
  readonly socialDemoUrl: string | null;
}

interface SocialAppEnv {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Names of the variables with each platform's app id and secret. */
const NAMES: Readonly<Record<Platform, readonly [id: string, secret: string]>> = {
  instagram: ['SOCIAL_INSTAGRAM_CLIENT_ID', 'SOCIAL_INSTAGRAM_CLIENT_SECRET'],
  tiktok: ['SOCIAL_TIKTOK_CLIENT_ID', 'SOCIAL_TIKTOK_CLIENT_SECRET'],
  youtube: ['SOCIAL_YOUTUBE_CLIENT_ID', 'SOCIAL_YOUTUBE_CLIENT_SECRET'],
  threads: ['SOCIAL_THREADS_CLIENT_ID', 'SOCIAL_THREADS_CLIENT_SECRET'],
  twitter: ['SOCIAL_TWITTER_CLIENT_ID', 'SOCIAL_TWITTER_CLIENT_SECRET'],
};

/** Reads the apps; an app is used if both of its variables are set. */
export function readSocial(read: EnvReader): SocialEnv {
  const apps = PLATFORMS.flatMap((platform) => {
    const [idName, secretName] = NAMES[platform];
    const clientId = read.optional(idName);
    const clientSecret = read.optional(secretName);
    if ((clientId === null) !== (clientSecret === null)) {
      read.problems.push(`${idName} and ${secretName} belong together: set both`);
    }
    return clientId && clientSecret ? [[platform, { clientId, clientSecret }] as const] : [];
  });
  return {
    socialApps: Object.fromEntries(apps),
    socialDemoUrl: read.optional('SOCIAL_DEMO_URL') ? read.url('SOCIAL_DEMO_URL', HTTP) : null,
  };
}
