import { COMMIT_MS_MAX } from '../../catalogue/publish-retries.js';
import type { ArmStep, PublicationRef } from '../../catalogue/publish-steps.js';
import { SocialPublication } from '../../../entities/social-publication.js';
import { isFromBeforeRestore } from './before-restore.js';
import type { PublishDeps } from './deps.js';
import { findLeaseAccount, acquireLease } from './account-lease.js';
import { changePublication, isSettled, NOT_OPEN } from './publication.js';
import { takeQuota } from './take-quota.js';

/** Input of `armPublication`. */
export interface Arming extends PublicationRef {
  /** The attempt's number: 1, or 2 if the first attempt definitely published nothing. */
  readonly attempt: number;
  /** Set if the post has waited long enough for other posts to the same account. */
  readonly noLane?: boolean;
}

/** Maximum lease on an account: until a worker takes the commit, and for the commit itself. */
const LEASE_MS = 2 * COMMIT_MS_MAX;
/** Delay before retrying a taken lease, unless the run waits longer. */
const BUSY_MS = 1_000;

/**
 * Arms a publication (preparing -> armed, or armed a second time): from then on a publishing
 * request may be sent. A repeated call finds the publication armed. Arming does not permit sending;
 * `beginCommit` gives that permission, once. A post that was due before a restore may already be
 * published, so it is not armed; settling ends it.
 * @throws {PlatformFailure} if a platform limit is reached
 */
export async function armPublication(
  { db, pass }: Pick<PublishDeps, 'db' | 'pass'>,
  arming: Arming,
): Promise<ArmStep> {
  const { postId, platform, attempt } = arming;
  pass('publish.before_arm');
  const step = await db.transaction(async (tx): Promise<ArmStep> => {
    const row = await tx.findOne(SocialPublication, {
      where: { postId, platform },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row || isSettled(row)) return { state: 'over' };
    if (row.attemptNo >= attempt) return { state: 'armed' };
    if (await isFromBeforeRestore(tx, row)) return { state: 'over' };
    const account = await findLeaseAccount(tx, platform, row.socialAccountId);
    if (account && !arming.noLane) {
      if (!(await acquireLease(tx, account, arming, LEASE_MS)))
        return { state: 'busy', waitMs: BUSY_MS };
    }
    await takeQuota(tx, platform, 'commit', account?.remoteId ?? '');
    const guard = `state IN ('preparing', 'armed') AND attempt_no = $3 - 1 AND ${NOT_OPEN}`;
    const set = `state = 'armed', attempt_no = $3, armed_at = now()`;
    const armed = await changePublication(tx, arming, guard, set, [attempt]);
    return armed ? { state: 'armed' } : { state: 'busy', waitMs: BUSY_MS };
  });
  pass('publish.after_arm');
  return step;
}
