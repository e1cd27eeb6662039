import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { SocialAccount } from '../../../entities/social-account.js';
import { executeAndCount, queryOne } from '../../../entities/rows.js';
import { PlatformFailure, type Tokens } from '../../ports/social-platform.js';
import { runInTurn } from '../../ports/turns.js';
import { callRefresh, isAnswerLost } from './call-refresh.js';
import { buildLoginNeeded, readTokens, type HeldTokens, type TokenDeps } from './read-tokens.js';
import { buildTokenColumns } from './token-columns.js';

/** Poll interval for another process's refresh, and timeout, in milliseconds. */
const ASK_EVERY_MS = 200;
const ASK_MS_MAX = 15_000;

/**
 * Gets new tokens for an account, and stores them before anyone uses them. Only one refresh per
 * account runs at a time, across all processes; concurrent callers get its result.
 * @param held the outdated tokens
 * @throws {PlatformFailure} `reauth` after the account is marked; other kinds leave the account
 * unchanged
 */
export async function refreshAccount(deps: TokenDeps, held: HeldTokens): Promise<HeldTokens> {
  return runInTurn(deps.refreshes, held.id, () => refreshWithRetry(deps, held), refuseBusy);
}

const refuseBusy = () => new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', 'refresh_under_way');

/**
 * Refreshes, and retries once if the response was lost: the platform may or may not have
 * invalidated the old tokens, and a second request with them gets a clear response.
 */
async function refreshWithRetry(deps: TokenDeps, held: HeldTokens): Promise<HeldTokens> {
  const first = await refreshOnce(deps, held);
  if (!('failure' in first)) return first;
  if (!isAnswerLost(first.failure)) throw first.failure;
  const second = await refreshOnce(deps, held);
  if (!('failure' in second)) return second;
  throw second.failure;
}

type RefreshResult = HeldTokens | { readonly failure: unknown };

async function refreshOnce(deps: TokenDeps, held: HeldTokens): Promise<RefreshResult> {
  const until = Date.now() + ASK_MS_MAX;
  for (;;) {
    // Outside a transaction, so that a waiting caller holds no connection.
    const now = await readTokens(deps.db.manager, deps.vault, held.id);
    if (now.version !== held.version) return now;
    const refreshed = await refreshLocked(deps, held);
    if (refreshed !== 'locked') return refreshed;
    if (Date.now() > until) return { failure: refuseBusy() };
    await wait(ASK_EVERY_MS);
  }
}

/** Refreshes under a lock on the account, in the same transaction that stores the result. */
async function refreshLocked(deps: TokenDeps, held: HeldTokens): Promise<RefreshResult | 'locked'> {
  let fresh: Tokens | null = null;
  try {
    return await deps.db.transaction(async (tx) => {
      if (!(await lock(tx, held.id))) return 'locked';
      const now = await readTokens(tx, deps.vault, held.id);
      if (now.version !== held.version) return now;
      const called = await callRefresh(deps.platforms.get(held.platform), held.tokens);
      if ('failure' in called) return { failure: await judge(deps, tx, held, called.failure) };
      fresh = called.tokens;
      return storeTokens(deps, tx, held, called.tokens);
    });
  } catch (error) {
    // The old tokens may be invalid, so new tokens must not be lost with a database connection.
    if (fresh === null) throw error;
    return storeTokens(deps, deps.db.manager, held, fresh);
  }
}

/**
 * Tries to lock an account without waiting: a caller that does not get the lock tries again later,
 * so a DELETE of the row is not delayed.
 */
async function lock(tx: EntityManager, id: string): Promise<boolean> {
  const row = await queryOne<{ locked: boolean }>(
    tx,
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
    [`social account ${id}`],
  );
  return row?.locked === true;
}

async function storeTokens(
  { vault }: TokenDeps,
  tx: EntityManager,
  held: HeldTokens,
  tokens: Tokens,
): Promise<HeldTokens> {
  const { id, platform, version } = held;
  const columns = buildTokenColumns(vault, { id, platform, version: version + 1 }, tokens);
  const changed = await tx.update(SocialAccount, { id, tokenVersion: version }, columns);
  // The row was not changed: its owner has disconnected or reconnected the account in the meantime.
  if (changed.affected !== 1) return readTokens(tx, vault, id);
  return { ...held, version: version + 1, tokens, tokensAt: columns.tokensAt.getTime() };
}

async function judge(
  deps: TokenDeps,
  tx: EntityManager,
  held: HeldTokens,
  failure: unknown,
): Promise<unknown> {
  const { id, platform } = held;
  if (failure instanceof PlatformFailure && failure.kind === 'reauth') {
    await markNeedsLogin(deps, tx, held, failure.platformCode);
    return buildLoginNeeded('ACCOUNT_NEEDS_LOGIN', failure.platformCode);
  }
  const { kind, platformCode } = failure instanceof PlatformFailure ? failure : UNKNOWN;
  deps.log.warn({ socialAccountId: id, platform, kind, platformCode }, 'tokens were not refreshed');
  return failure;
}

const UNKNOWN = { kind: null, platformCode: null } as const;

/** Marks a connection that only its owner can fix. Newer tokens are kept. */
export async function markNeedsLogin(
  { log }: TokenDeps,
  tx: EntityManager,
  { id, platform, version }: HeldTokens,
  platformCode: string,
): Promise<void> {
  const marked = await executeAndCount(
    tx,
    `UPDATE social_account SET state = 'needs_login'
     WHERE id = $1 AND token_version = $2 AND state = 'connected'`,
    [id, version],
  );
  if (marked !== 1) return;
  log.warn({ socialAccountId: id, platform, platformCode }, 'a platform has ended a connection');
}
