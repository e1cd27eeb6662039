import { timingSafeEqual } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { SocialConnectLink } from '../../../entities/social-connect-link.js';
import { affected, oneOf } from '../../../entities/rows.js';
import type { Platform } from '../../catalogue/social-platforms.js';
import { hashOf, TOKEN } from './secrets.js';
import { returnUrl, type ConnectOutcome } from './return-url.js';

/** The link whose authorisation a platform ends. Looked up by hash, so its time tells nothing. */
export async function findByState(
  db: DataSource,
  platform: Platform,
  state: string,
): Promise<SocialConnectLink | null> {
  if (!TOKEN.test(state)) return null;
  return db.manager.findOneBy(SocialConnectLink, { stateHash: hashOf(state), platform });
}

/** Whether the browser that comes back is the one that went on. */
export function isSameBrowser(link: SocialConnectLink, browser: string): boolean {
  const [known, given] = [Buffer.from(link.browserHash ?? ''), Buffer.from(hashOf(browser))];
  return known.length === given.length && timingSafeEqual(known, given);
}

/**
 * Takes the right to end an authorisation, before anything is exchanged: there is one for each.
 * @returns whether it is still in time; null when somebody was faster
 */
export async function takeState(
  db: DataSource,
  { tokenHash }: SocialConnectLink,
): Promise<{ inTime: boolean } | null> {
  return oneOf<{ inTime: boolean }>(
    db,
    `UPDATE social_connect_link SET used_at = now() WHERE token_hash = $1 AND used_at IS NULL
     RETURNING expires_at > now() AS "inTime"`,
    [tokenHash],
  );
}

/**
 * Keeps where the owner is sent, so that a repeated callback leads to the same place.
 * @throws when the end was told before: then the caller must roll back
 */
export async function endLink(
  db: EntityManager,
  link: SocialConnectLink,
  outcome: ConnectOutcome,
): Promise<string> {
  const url = returnUrl(link, outcome);
  const ended = await affected(
    db,
    `UPDATE social_connect_link SET sent_to = $2, verifier = NULL
     WHERE token_hash = $1 AND sent_to IS NULL`,
    [link.tokenHash, url],
  );
  if (ended !== 1) throw new Error('the end of this authorisation was told before');
  return url;
}

/** An exchange takes less; what began before and has no end was interrupted. */
const INTERRUPTED_AFTER = '60 seconds';

/** @returns where the owner was sent; null while the first callback is still under way */
export async function findSentTo(db: DataSource, link: SocialConnectLink): Promise<string | null> {
  const interrupted = returnUrl(link, { status: 'failed', error: 'interrupted' });
  await db.query(
    `UPDATE social_connect_link SET sent_to = $2, verifier = NULL
     WHERE token_hash = $1 AND sent_to IS NULL
       AND used_at < now() - interval '${INTERRUPTED_AFTER}'`,
    [link.tokenHash, interrupted],
  );
  const { tokenHash } = link;
  const row = await db.manager.findOneBy(SocialConnectLink, { tokenHash });
  return row?.sentTo ?? null;
}
