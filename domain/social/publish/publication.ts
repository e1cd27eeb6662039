import type { EntityManager } from 'typeorm';
import { SocialPublication } from '../../../entities/social-publication.js';
import { executeAndCount } from '../../../entities/rows.js';
import type { PublicationRef } from '../../catalogue/publish-steps.js';
import { SETTLED_STATES, type PublicationState } from '../../catalogue/social-states.js';
import { PlatformFailure, type PlatformRefs } from '../../ports/social-platform.js';

/** A publication's row, and its changes: each is one compare-and-set. */

/**
 * Finds a publication's row.
 * @returns null if the post was deleted
 */
export function findPublication(
  tx: EntityManager,
  { postId, platform }: PublicationRef,
): Promise<SocialPublication | null> {
  return tx.findOneBy(SocialPublication, { postId, platform });
}

export const isSettled = ({ state }: { readonly state: PublicationState }): boolean =>
  SETTLED_STATES.includes(state);

/** Builds the failure for a platform that this process does not offer. */
export const buildNotOffered = () =>
  new PlatformFailure('misconfigured', 'MISCONFIGURED', 'no app for the platform');

/**
 * Changes a publication's row.
 * @returns whether this call changed it
 */
export async function changePublication(
  tx: EntityManager,
  { postId, platform }: PublicationRef,
  guard: string,
  set: string,
  values: readonly unknown[] = [],
): Promise<boolean> {
  const count = await executeAndCount(
    tx,
    `UPDATE social_publication SET ${set} WHERE post_id = $1 AND platform = $2 AND (${guard})`,
    [postId, platform, ...values],
  );
  return count === 1;
}

/** SQL: no commit can be in flight. */
export const NOT_OPEN = 'coalesce(open_until < now(), true)';

/** Stores the adapter's state in addition to its existing state. */
export async function keepRefs(
  tx: EntityManager,
  ref: PublicationRef,
  refs: PlatformRefs,
): Promise<void> {
  await changePublication(tx, ref, 'true', 'refs = refs || $3::jsonb', [JSON.stringify(refs)]);
}

/**
 * Deletes the prepared draft, only if definitely nothing was published. Deletes the renditions as
 * well, so that the next attempt has URLs that were never fetched.
 */
export async function forgetDraft(tx: EntityManager, ref: PublicationRef): Promise<void> {
  const guard = `state IN ('preparing', 'armed') AND ${NOT_OPEN}`;
  await changePublication(tx, ref, guard, `refs = '{}', renditions = '[]'`);
}
