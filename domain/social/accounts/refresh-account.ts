import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { SocialAccount } from '../../../entities/social-account.js';
import { affected, oneOf } from '../../../entities/rows.js';
import { PlatformFailure, type Tokens } from '../../ports/social-platform.js';
import { takeTurn } from '../../ports/turns.js';
import { callRefresh, isAnswerLost } from './call-refresh.js';
import { loginNeeded, readTokens, type HeldTokens, type TokenDeps } from './read-tokens.js';
import { columnsOf } from './token-columns.js';

/** How often, and for how long, is asked whether a refresh of another process is done. */
const ASK_EVERY_MS = 200;
const ASK_MS_MAX = 15_000;

/**
 * New tokens for an account, stored before anybody uses them. One refresh at a time for an account,
 * in all processes; those that come meanwhile get what it brought.
 * @param held what the caller found too old
 * @throws {PlatformFailure} `reauth` once the account is marked; others leave it as it is
 */
export async function refreshAccount(deps: TokenDeps, held: HeldTokens): Promise<HeldTokens> {
  return takeTurn(deps.refreshes, held.id, () => refreshInTurn(deps, held), refuseBusy);
}

const refuseBusy = () => new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', 'refresh_under_way');

/**
 * When the answer was lost, the platform may have ended the old tokens or not: it is asked with
 * them once more, and says so.
 */
async function refreshInTurn(deps: TokenDeps, held: HeldTokens): Promise<HeldTokens> {
  const first = await refreshOnce(deps, held);
  if (!('failure' in first)) return first;
  if (!isAnswerLost(first.failure)) throw first.failure;
  const second = await refreshOnce(deps, held);
  if (!('failure' in second)) return second;
  throw second.failure;
}

type Refreshed = HeldTokens | { readonly failure: unknown };

async function refreshOnce(deps: TokenDeps, held: HeldTokens): Promise<Refreshed> {
  const until = Date.now() + ASK_MS_MAX;
  for (;;) {
    // Without a transaction: whoever only waits holds no connection.
    const now = await readTokens(deps.db.manager, deps.vault, held.id);
    if (now.version !== held.version) return now;
    const refreshed = await refreshLocked(deps, held);
    if (refreshed !== 'locked') return refreshed;
    if (Date.now() > until) return { failure: refuseBusy() };
    await wait(ASK_EVERY_MS);
  }
}

/** The refresh itself, under a lock of the account and in one transaction with its result. */
async function refreshLocked(deps: TokenDeps, held: HeldTokens): Promise<Refreshed | 'locked'> {
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
    // The old tokens may be dead: what the platform gave must not be lost with a connection.
    if (fresh === null) throw error;
    return storeTokens(deps, deps.db.manager, held, fresh);
  }
}

/** Whoever does not get it asks again later, so that a DELETE of the row never waits for it. */
async function lock(tx: EntityManager, id: string): Promise<boolean> {
  const row = await oneOf<{ locked: boolean }>(
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
  const columns = columnsOf(vault, { id, platform, version: version + 1 }, tokens);
  const changed = await tx.update(SocialAccount, { id, tokenVersion: version }, columns);
  // Nothing is changed: its owner has disconnected or connected it meanwhile.
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
    return loginNeeded('ACCOUNT_NEEDS_LOGIN', failure.platformCode);
  }
  const { kind, platformCode } = failure instanceof PlatformFailure ? failure : UNKNOWN;
  deps.log.warn({ socialAccountId: id, platform, kind, platformCode }, 'tokens were not refreshed');
  return failure;
}

const UNKNOWN = { kind: null, platformCode: null } as const;

/** Only the owner can go on from here. Tokens that came meanwhile are left alone. */
export async function markNeedsLogin(
  { log }: TokenDeps,
  tx: EntityManager,
  { id, platform, version }: HeldTokens,
  platformCode: string,
): Promise<void> {
  const marked = await affected(
    tx,
    `UPDATE social_account SET state = 'needs_login'
     WHERE id = $1 AND token_version = $2 AND state = 'connected'`,
    [id, version],
  );
  if (marked !== 1) return;
  log.warn({ socialAccountId: id, platform, platformCode }, 'a platform has ended a connection');
}
