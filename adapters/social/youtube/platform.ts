import type { SocialPlatform } from '../../../domain/ports/social-platform.js';
import type { PlatformApp } from '../app.js';
import type { YouTube } from './api.js';
import { authorizeUrl, exchangeCode, refreshTokens, revoke } from './oauth.js';
import { commit, draft, reconcile } from './publish.js';

/**
 * Creates the YouTube platform with its Data API v3 (developers.google.com/youtube/v3). A clip is
 * sent to a resumable session; its last part publishes it.
 */
export function createYouTube(app: PlatformApp, now: () => number = Date.now): SocialPlatform {
  const youtube: YouTube = { app, now };
  return {
    name: 'youtube',
    authorizeUrl: (asked) => authorizeUrl(youtube, asked),
    exchangeCode: (answer, signal) => exchangeCode(youtube, answer, signal),
    refreshTokens: (tokens, signal) => refreshTokens(youtube, tokens, signal),
    revoke: (tokens, signal) => revoke(youtube, tokens, signal),
    draft: (job) => draft(youtube, job),
    commit: (job) => commit(youtube, job),
    reconcile: (job) => reconcile(youtube, job),
  };
}
