import type { SocialPlatform } from '../../../domain/ports/social-platform.js';
import type { PlatformApp } from '../app.js';
import type { TikTok } from './api.js';
import { authorizeUrl, exchangeCode, refreshTokens, revoke } from './oauth.js';
import { commitPhotos, draftPhotos } from './photos.js';
import { findUrl, reconcilePhotos, reconcileVideo } from './status.js';
import { commitVideo, draftVideo } from './video.js';

/**
 * Creates the TikTok platform with its Content Posting API, direct posts (developers.tiktok.com). A
 * clip is sent in chunks and the last chunk publishes it. TikTok fetches photos itself, and the
 * request that lists them publishes them.
 */
export function createTikTok(app: PlatformApp, now: () => number = Date.now): SocialPlatform {
  const tiktok: TikTok = { app, now };
  return {
    name: 'tiktok',
    authorizeUrl: (ask) => authorizeUrl(tiktok, ask),
    exchangeCode: (answer, signal) => exchangeCode(tiktok, answer, signal),
    refreshTokens: (tokens, signal) => refreshTokens(tiktok, tokens, signal),
    revoke: (tokens, signal) => revoke(tiktok, tokens, signal),
    draft: (job) => (job.form === 'photos' ? draftPhotos : draftVideo)(tiktok, job),
    commit: (job) => (job.form === 'photos' ? commitPhotos : commitVideo)(tiktok, job),
    reconcile: (job) => (job.form === 'photos' ? reconcilePhotos : reconcileVideo)(tiktok, job),
    findUrl: (job, remotePostId) => findUrl(tiktok, job, remotePostId),
  };
}
