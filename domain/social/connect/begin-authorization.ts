import type { DataSource } from 'typeorm';
import { queryOne } from '../../../entities/rows.js';
import type { Platform } from '../../catalogue/social-platforms.js';
import type { SocialPlatform } from '../../ports/social-platform.js';
import type { Vault } from '../../ports/vault.js';
import { computeChallenge, hashToken, createHexToken, createVerifier } from './connect-tokens.js';

export interface ConnectDeps {
  readonly db: DataSource;
  readonly vault: Vault;
  readonly platforms: ReadonlyMap<Platform, SocialPlatform>;
  readonly env: { readonly publicUrl: string };
}

/** Time limit for the owner on the platform's pages. */
const AUTHORIZE_MINUTES = 15;

/** Builds a platform's callback URL: one per platform, without a query. */
export const buildCallbackUrl = (publicUrl: string, platform: Platform): string =>
  `${publicUrl}/oauth/callback/${platform}`;

/**
 * Uses a link; its token does not work again.
 * @param browser the cookie of the browser, the only one that can finish this authorization
 * @returns the platform's page; null if the link is used, expired or unknown
 */
export async function beginAuthorization(
  { db, vault, platforms, env }: ConnectDeps,
  token: string,
  browser: string,
): Promise<string | null> {
  const tokenHash = hashToken(token);
  const state = createHexToken();
  const verifier = createVerifier();
  const taken = await queryOne<{ platform: Platform }>(
    db,
    `UPDATE social_connect_link
     SET state_hash = $2, browser_hash = $3, verifier = $4,
       expires_at = now() + interval '${AUTHORIZE_MINUTES} minutes'
     WHERE token_hash = $1 AND state_hash IS NULL AND expires_at > now()
       AND platform = ANY($5) RETURNING platform`,
    [
      tokenHash,
      hashToken(state),
      hashToken(browser),
      vault.seal(verifier, tokenHash),
      [...platforms.keys()],
    ],
  );
  const platform = taken && platforms.get(taken.platform);
  if (!platform) return null;
  const redirectUri = buildCallbackUrl(env.publicUrl, platform.name);
  return platform.authorizeUrl({ state, redirectUri, challenge: computeChallenge(verifier) });
}
