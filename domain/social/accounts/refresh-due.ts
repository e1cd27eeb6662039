import { queryRows } from '../../../entities/rows.js';
import type { Platform } from '../../catalogue/social-platforms.js';
import { PlatformFailure } from '../../ports/social-platform.js';
import { readTokens, type TokenDeps } from './read-tokens.js';
import { refreshAccount } from './refresh-account.js';

/** Accounts per statement and per round; the next round continues. */
const BATCH = 50;
const ROUND_MAX = 500;

/** The result of one round of refreshes. */
export interface RefreshRound {
  readonly refreshed: number;
  /** Number of connections that the platform has ended. */
  readonly ended: number;
  /** Number of accounts to retry in a later round. */
  readonly put_off: number;
}

/**
 * Refreshes the tokens of accounts that have not been used for long, one after the other. If a
 * platform does not respond, skips it for the rest of the round.
 * @param signal ends the round between two accounts
 */
export async function refreshDue(deps: TokenDeps, signal: AbortSignal): Promise<RefreshRound> {
  const round = { refreshed: 0, ended: 0, put_off: 0 };
  const asked = new Set<Platform>(deps.platforms.keys());
  for (let seen = 0; seen < ROUND_MAX;) {
    const due = await findDue(deps, [...asked]);
    if (due.length === 0) break;
    for (const { id, platform } of due) {
      if (signal.aborted) return round;
      seen += 1;
      if (!asked.has(platform)) continue;
      const { outcome, isAway } = await refreshIdle(deps, id);
      round[outcome] += 1;
      if (isAway) asked.delete(platform);
    }
  }
  return round;
}

function findDue({ db }: TokenDeps, platforms: readonly Platform[]) {
  return queryRows<{ id: string; platform: Platform }>(
    db,
    `SELECT id, platform FROM social_account
     WHERE state = 'connected' AND next_refresh_at <= now() AND platform = ANY($1)
     ORDER BY next_refresh_at LIMIT ${BATCH}`,
    [platforms],
  );
}

interface RefreshOutcome {
  readonly outcome: keyof RefreshRound;
  /** Whether the platform would not respond for other accounts either. */
  readonly isAway: boolean;
}

async function refreshIdle(deps: TokenDeps, id: string): Promise<RefreshOutcome> {
  try {
    await refreshAccount(deps, await readTokens(deps.db.manager, deps.vault, id));
    return { outcome: 'refreshed', isAway: false };
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error;
    if (error.kind === 'reauth') return { outcome: 'ended', isAway: false };
    await putOff(deps, id);
    return { outcome: 'put_off', isAway: error.kind === 'retry' || error.kind === 'rate_limited' };
  }
}

/** Delays an account's next refresh, so that repeated failures do not hold up other accounts. */
async function putOff({ db }: TokenDeps, id: string): Promise<void> {
  await db.query(
    `UPDATE social_account SET next_refresh_at = now() + interval '6 hours' * (1 + random())
     WHERE id = $1 AND next_refresh_at <= now()`,
    [id],
  );
}
