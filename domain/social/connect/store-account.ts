import type { EntityManager } from 'typeorm';
import { SocialAccount } from '../../../entities/social-account.js';
import type { SocialConnectLink } from '../../../entities/social-connect-link.js';
import { queryOne } from '../../../entities/rows.js';
import { hasSocial, type PlanName } from '../../catalogue/plans.js';
import { PLATFORM_TABLE, type Platform } from '../../catalogue/social-platforms.js';
import type { ConnectError } from '../../contract/social-connect.js';
import type { Grant, Tokens } from '../../ports/social-platform.js';
import type { Vault } from '../../ports/vault.js';
import type { WorkflowToStart } from '../../durable/start-workflow.js';
import { connectFee } from '../accounts/connect-fee.js';
import { endAccount, type EndedAccount } from '../accounts/end-accounts.js';
import { keepRefreshToken } from '../accounts/call-refresh.js';
import { buildTokenColumns, openTokens, type TokenOwner } from '../accounts/token-columns.js';

/**
 * Thrown if the account cannot be stored; `reason` is shown to the owner. The caller must roll
 * back.
 */
export class Unstorable extends Error {
  constructor(readonly reason: ConnectError) {
    super(`the account cannot be stored: ${reason}`);
    this.name = 'Unstorable';
  }
}

interface StoreDeps {
  readonly vault: Vault;
  readonly newId: (prefix: 'sac') => string;
}

type ConnectTarget = Pick<SocialConnectLink, 'accountId' | 'characterId' | 'platform'>;

/** Work to do after the commit. */
export interface StoreAccountResult {
  /** Starts for deliveries of `credits.low`. */
  readonly starts: readonly WorkflowToStart[];
  /** Replaced connections, to be revoked at the platform. */
  readonly replaced: readonly EndedAccount[];
}

/**
 * Stores a connected account with its tokens, and charges its fee. If the same platform account is
 * connected again, it keeps its id and its paid period; a different platform account replaces it.
 * @throws {Unstorable}
 */
export async function storeAccount(
  tx: EntityManager,
  deps: StoreDeps,
  { accountId, characterId, platform }: ConnectTarget,
  grant: Grant,
): Promise<StoreAccountResult> {
  const place = { accountId, characterId, platform };
  await expectConnectSlot(tx, place);
  const before = await tx.findOneBy(SocialAccount, place);
  if (before?.remoteId === grant.remoteId) {
    await renew(tx, deps, before, grant);
    return { starts: await connectFee(tx, before.id, new Date()), replaced: [] };
  }
  expectLasting(platform, grant.tokens);
  const replaced = await endAccount(tx, place);
  const now = new Date();
  const id = deps.newId('sac');
  await tx.insert(SocialAccount, {
    id,
    accountId,
    characterId,
    platform,
    remoteId: grant.remoteId,
    username: grant.username,
    scopes: [...grant.scopes],
    ...buildTokenColumns(deps.vault, { id, platform, version: 1 }, grant.tokens),
    feeDueAt: now,
  });
  return { starts: await connectFee(tx, id, now), replaced: replaced ? [replaced] : [] };
}

/** Stores new tokens for an existing account. Its fee does not change. */
async function renew(
  tx: EntityManager,
  { vault }: StoreDeps,
  before: SocialAccount,
  { username, scopes, tokens }: Grant,
): Promise<void> {
  const { id, platform, tokenVersion } = before;
  const owner = { id, platform, version: tokenVersion };
  const kept = keepRefreshToken(readBefore(vault, owner, before.tokens) ?? tokens, tokens);
  expectLasting(platform, kept);
  const columns = buildTokenColumns(vault, { ...owner, version: tokenVersion + 1 }, kept);
  const { affected: count } = await tx.update(
    SocialAccount,
    { id, tokenVersion },
    { ...columns, username, scopes: [...scopes], state: 'connected' },
  );
  if (count !== 1) throw new Unstorable('interrupted');
}

/**
 * Reads the previous tokens; null if they cannot be decrypted, because the new login replaces them
 * anyway.
 */
function readBefore(vault: Vault, owner: TokenOwner, sealed: string): Tokens | null {
  try {
    return openTokens(vault, owner, sealed);
  } catch {
    return null;
  }
}

/**
 * Requires a refresh token for short-lived access tokens, or the connection would end within hours.
 */
function expectLasting(platform: Platform, { refreshToken }: Tokens): void {
  const endsSoon = 'beforeEndMs' in PLATFORM_TABLE[platform].refresh;
  if (endsSoon && refreshToken === null) throw new Unstorable('platform_refused');
}

/**
 * Locks the character, so that it is not deleted and no concurrent request connects it as well.
 * Checks the current plan and suspension.
 * @throws {Unstorable}
 */
async function expectConnectSlot(
  tx: EntityManager,
  { accountId, characterId }: ConnectTarget,
): Promise<void> {
  const character = await queryOne(
    tx,
    'SELECT 1 FROM character WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE',
    [characterId, accountId],
  );
  if (!character) throw new Unstorable('character_deleted');
  const account = await queryOne<{ plan: PlanName; suspended: boolean }>(
    tx,
    'SELECT plan, suspended_at IS NOT NULL AS suspended FROM account WHERE id = $1',
    [accountId],
  );
  if (account?.suspended !== false) throw new Unstorable('account_suspended');
  if (!hasSocial(account.plan)) throw new Unstorable('plan_required');
}
