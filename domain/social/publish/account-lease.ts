import type { EntityManager } from 'typeorm';
import type { PublicationRef } from '../../catalogue/publish-steps.js';
import type { Platform } from '../../catalogue/social-platforms.js';
import { executeAndCount, queryOne } from '../../../entities/rows.js';

/**
 * Posts to a platform account are published one after the other, no matter which customers have
 * connected the account: concurrent posts would all see the same remaining quota. A database lock
 * would be held for the whole platform call, so this is a lease.
 */
export interface AccountLease {
  readonly platform: Platform;
  readonly remoteId: string;
}

const formatLeaseName = ({ platform, remoteId }: AccountLease) => `${platform}/${remoteId}`;
const formatLeaseHolder = ({ postId, platform }: PublicationRef) => `${postId}/${platform}`;

/**
 * Acquires the lease.
 * @returns whether it was acquired, for `forMs` from now on
 */
export async function acquireLease(
  tx: EntityManager,
  account: AccountLease,
  ref: PublicationRef,
  forMs: number,
): Promise<boolean> {
  const count = await executeAndCount(
    tx,
    `INSERT INTO social_lane AS l (lane, holder, until)
     VALUES ($1, $2, now() + $3 * interval '1 ms')
     ON CONFLICT (lane) DO UPDATE SET holder = excluded.holder, until = excluded.until
       WHERE l.until < now() OR l.holder = excluded.holder
     RETURNING 1`,
    [formatLeaseName(account), formatLeaseHolder(ref), forMs],
  );
  return count === 1;
}

/** Releases the lease. */
export async function releaseLease(tx: EntityManager, ref: PublicationRef): Promise<void> {
  await tx.query('DELETE FROM social_lane WHERE holder = $1', [formatLeaseHolder(ref)]);
}

/** Finds the account's id on the platform; null if it is no longer connected. */
export async function findLeaseAccount(
  tx: EntityManager,
  platform: Platform,
  socialAccountId: string,
): Promise<AccountLease | null> {
  const row = await queryOne<{ remote_id: string }>(
    tx,
    'SELECT remote_id FROM social_account WHERE id = $1',
    [socialAccountId],
  );
  return row && { platform, remoteId: row.remote_id };
}
