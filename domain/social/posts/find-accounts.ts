import type { EntityManager } from 'typeorm';
import { PLATFORM_TABLE, type Platform } from '../../catalogue/social-platforms.js';
import type { PostErrorCode } from '../../catalogue/social-states.js';
import { Refusal, type Issue } from '../../contract/refusal.js';
import { refuseSuspended } from '../../accounts/expect-rights.js';
import { findPostable } from '../accounts/postable.js';

interface WantedAccounts {
  readonly characterId: string;
  readonly platforms: readonly Platform[];
}

/** A post's accounts, and why some cannot be used. */
export interface FoundAccounts {
  /** Connected account ids by platform. */
  readonly ids: ReadonlyMap<Platform, string>;
  readonly issues: readonly Issue[];
  /** Platforms whose account has an unpaid fee. */
  readonly unpaid: readonly Platform[];
}

/**
 * Finds a post's accounts.
 * @throws {Refusal} PLAN_REQUIRED, ACCOUNT_SUSPENDED, by the account's current state
 */
export async function findAccounts(
  tx: EntityManager,
  { accountId }: { readonly accountId: string },
  { characterId, platforms }: WantedAccounts,
): Promise<FoundAccounts> {
  const ids = new Map<Platform, string>();
  const issues: Issue[] = [];
  const unpaid: Platform[] = [];
  for (const [at, platform] of platforms.entries()) {
    const found = await findPostable(tx, { accountId, characterId, platform });
    if (found.ok) ids.set(platform, found.socialAccountId);
    else if (found.code === 'FEE_UNPAID') unpaid.push(platform);
    else
      issues.push({
        path: `body.platforms.${at}`,
        message: describeUnusable(platform, found.code),
      });
  }
  return { ids, issues, unpaid };
}

/**
 * Describes why an account cannot be used.
 * @throws {Refusal} if the reason is the caller's whole account, not the connected account
 */
function describeUnusable(platform: Platform, code: PostErrorCode): string {
  const { label } = PLATFORM_TABLE[platform];
  if (code === 'ACCOUNT_SUSPENDED') throw refuseSuspended();
  if (code === 'PLAN_REQUIRED') throw new Refusal('PLAN_REQUIRED');
  return code === 'ACCOUNT_NEEDS_LOGIN'
    ? `${label} ended the connection of this character; connect the account again`
    : `this character has no connected account on ${label}; connect one first (POST /v1/social/accounts/connect)`;
}

/** Builds the refusal for a post to accounts with unpaid fees. */
export function refuseUnpaid(platforms: readonly Platform[]): Refusal {
  const names = platforms.map((platform) => PLATFORM_TABLE[platform].label).join(', ');
  return new Refusal('INSUFFICIENT_CREDITS', {
    message: `The monthly fee of the account on ${names} is unpaid, so nothing is posted there. Add credits; the fee is charged daily until it is paid.`,
    details: { code: 'SOCIAL_FEE_UNPAID', platforms },
  });
}
