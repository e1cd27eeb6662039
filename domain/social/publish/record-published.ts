import type { PublicationRef } from '../../catalogue/publish-steps.js';
import type { PostErrorCode } from '../../catalogue/social-states.js';
import type { PublishState } from '../../ports/social-platform.js';
import type { PublishDeps } from './deps.js';
import { releaseLease } from './account-lease.js';
import { changePublication } from './publication.js';

type Published = Extract<PublishState, { state: 'published' }>;

/**
 * Marks an armed publication as published. A repeated call changes nothing.
 * @returns whether this call changed the row
 */
export function recordPublished(
  { db }: Pick<PublishDeps, 'db'>,
  ref: PublicationRef,
  { remotePostId, url }: Published,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const done = await changePublication(
      tx,
      ref,
      `state = 'armed'`,
      `state = 'published', remote_post_id = $3, url = $4, settled_at = now(), open_until = NULL,
       error_code = NULL, platform_code = NULL`,
      [remotePostId, url],
    );
    await releaseLease(tx, ref);
    return done;
  });
}

export interface PublicationFailure extends PublicationRef {
  readonly code: PostErrorCode;
  /** The platform's failure kind and code; null if the platform was not called. */
  readonly platformCode: string | null;
}

/** Fails a publication that is preparing or armed. A published publication stays published. */
export async function failPublication(
  { db }: Pick<PublishDeps, 'db'>,
  failing: PublicationFailure,
): Promise<void> {
  await db.transaction(async (tx) => {
    await changePublication(
      tx,
      failing,
      `state IN ('waiting', 'preparing', 'armed')`,
      `state = 'failed', error_code = $3, platform_code = $4, settled_at = now(), open_until = NULL`,
      [failing.code, failing.platformCode],
    );
    await releaseLease(tx, failing);
  });
}
