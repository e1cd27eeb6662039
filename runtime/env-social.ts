import { PLATFORMS, type Platform } from '../domain/catalogue/social-platforms.js';
import { HTTP, type EnvReader } from './env-reader.js';

/** Our apps on the platforms (docs/social/). */
export interface SocialEnv {
  /** Platforms without an app are not offered, unless the demo stands in for them. */
  readonly socialApps: Readonly<Partial<Record<Platform, SocialAppEnv>>>;
  /** Where the stand-ins of the platforms are; null without the demo. */
  readonly socialDemoUrl: string | null;
}

interface SocialAppEnv {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An app is used when both of its variables are set. */
export function readSocial(read: EnvReader): SocialEnv {
  const apps = PLATFORMS.flatMap((platform) => {
    const name = `SOCIAL_${platform.toUpperCase()}`;
    const clientId = read.optional(`${name}_CLIENT_ID`);
    const clientSecret = read.optional(`${name}_CLIENT_SECRET`);
    if ((clientId === null) !== (clientSecret === null)) {
      read.problems.push(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: set both`);
    }
    return clientId && clientSecret ? [[platform, { clientId, clientSecret }] as const] : [];
  });
  return {
    socialApps: Object.fromEntries(apps),
    socialDemoUrl: read.optional('SOCIAL_DEMO_URL') ? read.url('SOCIAL_DEMO_URL', HTTP) : null,
  };
}
