import { createHash } from 'node:crypto';
import type { PlatformApp } from '../../adapters/social/app.js';
import { createInstagram } from '../../adapters/social/instagram/platform.js';
import { createThreads } from '../../adapters/social/threads/platform.js';
import { createTikTok } from '../../adapters/social/tiktok/platform.js';
import { createTwitter } from '../../adapters/social/twitter/platform.js';
import { createYouTube } from '../../adapters/social/youtube/platform.js';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import type { SocialPlatform } from '../../domain/ports/social-platform.js';
import type { ShownPost } from '@media-platform/stand-ins/social/fake.js';
import { DEMO_APP } from '@media-platform/stand-ins/social/oauth.js';
import { serveFakes } from '@media-platform/stand-ins/social/server.js';
import { createStandIns } from '@media-platform/stand-ins/social/stand-ins.js';
import { decide } from '../social/conformance/browser.js';
import { startMediaHost, type MediaHost } from '../social/conformance/media-host.js';

export const REDIRECT_URI = 'https://client.example.com/callback';

const VERIFIER = 'v'.repeat(43);
const ADAPTERS: Readonly<Record<Platform, (app: PlatformApp) => SocialPlatform>> = {
  instagram: createInstagram,
  threads: createThreads,
  tiktok: createTikTok,
  twitter: createTwitter,
  youtube: createYouTube,
};

/** Tokens of a user on a platform. */
export interface Connection {
  readonly userId: string;
  readonly token: string;
  /** Empty if the platform has no refresh tokens. */
  readonly refresh: string;
}

/** All social platform stand-ins, for clients other than our adapters. */
export interface SocialWorld {
  /** Maps an official URL to the URL of the stand-in. */
  readonly rewrite: (url: string) => string;
  readonly media: MediaHost;
  posts(platform: string): readonly ShownPost[];
  /**
   * Gives consent at an official authorization URL.
   * @returns the code
   */
  readonly approve: (authorizeUrl: string) => Promise<string>;
  /** Connects with our own adapter. */
  connect(platform: Platform): Promise<Connection>;
}

/** Serves the stand-ins while `work` runs. */
export async function withSocialWorld(work: (world: SocialWorld) => Promise<void>): Promise<void> {
  const fakes = createStandIns({ now: Date.now });
  const [server, media] = await Promise.all([serveFakes(fakes), startMediaHost()]);
  const rewrite = (url: string) => server.rewrite(url);
  const approve = async (authorizeUrl: string) => {
    const back = await decide(authorizeUrl, { username: 'ada.l' });
    return back.searchParams.get('code') ?? '';
  };
  try {
    await work({
      media,
      rewrite,
      posts: (platform) => fakes.find(({ name }) => name === platform)?.posts() ?? [],
      approve: (authorizeUrl) => approve(rewrite(authorizeUrl)),
      async connect(platform) {
        const adapter = ADAPTERS[platform]({ ...DEMO_APP, rewrite, deadlineMs: 20_000 });
        const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
        const ask = { state: 'st-1', redirectUri: REDIRECT_URI, challenge };
        const code = await approve(adapter.authorizeUrl(ask));
        const answer = { code, redirectUri: REDIRECT_URI, verifier: VERIFIER };
        const { signal } = new AbortController();
        const { remoteId, tokens } = await adapter.exchangeCode(answer, signal);
        const { accessToken, refreshToken } = tokens;
        return { userId: remoteId, token: accessToken, refresh: refreshToken ?? '' };
      },
    });
  } finally {
    await Promise.all([server.close(), media.stop()]);
  }
}
