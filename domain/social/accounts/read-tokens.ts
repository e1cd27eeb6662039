import type { DataSource, EntityManager } from 'typeorm';
import { SocialAccount } from '../../../entities/social-account.js';
import type { Platform } from '../../catalogue/social-platforms.js';
import type { PostErrorCode } from '../../catalogue/social-states.js';
import type { Log } from '../../ports/log.js';
import { PlatformFailure, type SocialPlatform, type Tokens } from '../../ports/social-platform.js';
import type { TurnQueue } from '../../ports/turns.js';
import type { Vault } from '../../ports/vault.js';
import { openTokens, type TokenOwner } from './token-columns.js';

/** Dependencies for using an account's tokens. */
export interface TokenDeps {
  readonly db: DataSource;
  readonly log: Log;
  readonly vault: Vault;
  readonly platforms: ReadonlyMap<Platform, SocialPlatform>;
  /** Decides whose tokens this process refreshes next: each refresh holds a connection. */
  readonly refreshes: TurnQueue;
}

/** An account's tokens when they were read. */
export interface HeldTokens extends TokenOwner {
  readonly remoteId: string;
  readonly username: string;
  readonly tokens: Tokens;
  /** When the tokens were issued, Unix milliseconds. */
  readonly tokensAt: number;
}

/**
 * Reads an account's tokens.
 * @throws {PlatformFailure} `reauth` if the account is no longer connected, or needs a login
 */
export async function readTokens(db: EntityManager, vault: Vault, id: string): Promise<HeldTokens> {
  const row = await db.findOneBy(SocialAccount, { id });
  if (!row) throw buildLoginNeeded('ACCOUNT_DISCONNECTED', 'disconnected');
  if (row.state === 'needs_login') throw buildLoginNeeded('ACCOUNT_NEEDS_LOGIN', 'needs_login');
  const owner = { id, platform: row.platform, version: row.tokenVersion };
  return {
    ...owner,
    remoteId: row.remoteId,
    username: row.username,
    tokens: open(vault, owner, row.tokens),
    tokensAt: row.tokensAt.getTime(),
  };
}

/** Opens sealed tokens. If no key can open them, the fault is ours: the account is not changed. */
function open(vault: Vault, owner: TokenOwner, sealed: string): Tokens {
  try {
    return openTokens(vault, owner, sealed);
  } catch {
    throw new PlatformFailure('misconfigured', 'MISCONFIGURED', 'tokens_unreadable');
  }
}

/** Builds the failure for a connection that works again only after its owner reconnects it. */
export const buildLoginNeeded = (code: PostErrorCode, platformCode: string): PlatformFailure =>
  new PlatformFailure('reauth', code, platformCode);
