import type { SocialPlatform } from '../../../domain/ports/social-platform.js';
import type { PlatformApp } from '../app.js';
import { authorizeUrl, exchangeCode, refreshTokens, revoke } from './oauth.js';
import { commit, reconcile } from './publish.js';
import { draft } from './upload.js';

/**
 * Creates the X platform with its API v2 (docs.x.com): media are uploaded in segments, and one
 * request posts them.
 */
export function createTwitter(app: PlatformApp): SocialPlatform {
  return {
    name: 'twitter',
    authorizeUrl: (ask) => authorizeUrl(app, ask),
    exchangeCode: (answer, signal) => exchangeCode(app, answer, signal),
    refreshTokens: (tokens, signal) => refreshTokens(app, tokens, signal),
    revoke: (tokens, signal) => revoke(app, tokens, signal),
    draft: (job) => draft(app, job),
    commit: (job) => commit(app, job),
    reconcile: (job) => reconcile(app, job),
  };
}
