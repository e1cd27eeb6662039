import { timingSafeEqual } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { SocialConnectLink } from '../../../entities/social-connect-link.js';
import { executeAndCount, queryOne } from '../../../entities/rows.js';
import type { Platform } from '../../catalogue/social-platforms.js';
import { hashToken, TOKEN } from './connect-tokens.js';
import { buildReturnUrl, type ConnectOutcome } from './return-url.js';

/**
 * Finds the link of the authorization for a callback's state. The lookup is by hash, so its
 * duration reveals nothing.
 */
export async function findByState(
  db: DataSource,
  platform: Platform,
  state: string,
): Promise<SocialConnectLink | null> {
  if (!TOKEN.test(state)) return null;
  return db.manager.findOneBy(SocialConnectLink, { stateHash: hashToken(state), platform });
}

/** Checks whether the returning browser is the one that started the authorization. */
export function isSameBrowser(link: SocialConnectLink, browser: string): boolean {
  const [known, given] = [Buffer.from(link.browserHash ?? ''), Buffer.from(hashToken(browser))];
  return known.length === given.length && timingSafeEqual(known, given);
}

/**
 * Claims the right to finish an authorization, before any exchange. Only one caller gets it.
 * @returns whether the authorization is still in time; null if another caller was faster
 */
export async function takeState(
  db: DataSource,
  { tokenHash }: SocialConnectLink,
): Promise<{ inTime: boolean } | null> {
  return queryOne<{ inTime: boolean }>(
    db,
    `UPDATE social_connect_link SET used_at = now() WHERE token_hash = $1 AND used_at IS NULL
     RETURNING expires_at > now() AS "inTime"`,
    [tokenHash],
  );
}

/**
 * Stores the owner's redirect URL, so that a repeated callback redirects to the same URL.
 * @throws if the outcome is already stored; then the caller must roll back
 */
export async function endLink(
  db: EntityManager,
  link: SocialConnectLink,
  outcome: ConnectOutcome,
): Promise<string> {
  const url = buildReturnUrl(link, outcome);
  const ended = await executeAndCount(
    db,
    `UPDATE social_connect_link SET sent_to = $2, verifier = NULL
     WHERE token_hash = $1 AND sent_to IS NULL`,
    [link.tokenHash, url],
  );
  if (ended !== 1) throw new Error('this authorization has already ended');
  return url;
}

/**
 * Longer than an exchange takes. An authorization that began earlier and has not ended was
 * interrupted.
 */
const INTERRUPTED_AFTER = '60 seconds';

/**
 * Finds the owner's redirect URL.
 * @returns null while the first callback is still in flight
 */
export async function findSentTo(db: DataSource, link: SocialConnectLink): Promise<string | null> {
  const interrupted = buildReturnUrl(link, { status: 'failed', error: 'interrupted' });
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
