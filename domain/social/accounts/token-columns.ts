import type { SocialAccount } from '../../../entities/social-account.js';
import type { Platform } from '../../catalogue/social-platforms.js';
import type { Tokens } from '../../ports/social-platform.js';
import type { Vault } from '../../ports/vault.js';
import { computeNextRefresh } from './next-refresh.js';

/**
 * The owner of tokens. The version is part of the seal, so that older tokens cannot be restored.
 */
export interface TokenOwner {
  readonly id: string;
  readonly platform: Platform;
  readonly version: number;
}

const formatSealOwner = ({ id, platform, version }: TokenOwner): string =>
  `${id}|${platform}|${version}`;

/** Builds the columns for newly issued tokens. */
export function buildTokenColumns(
  vault: Vault,
  owner: TokenOwner,
  tokens: Tokens,
  now = Date.now(),
) {
  const { accessExpiresAt } = tokens;
  return {
    tokens: vault.seal(JSON.stringify(tokens), formatSealOwner(owner)),
    tokenVersion: owner.version,
    tokensAt: new Date(now),
    accessExpiresAt: accessExpiresAt === null ? null : new Date(accessExpiresAt),
    nextRefreshAt: new Date(computeNextRefresh(owner.platform, tokens, now)),
  } satisfies Partial<SocialAccount>;
}

/** Opens a row's sealed tokens. */
export function openTokens(vault: Vault, owner: TokenOwner, sealed: string): Tokens {
  return JSON.parse(vault.open(sealed, formatSealOwner(owner))) as Tokens;
}
