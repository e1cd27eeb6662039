import type { EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';
import { hashSecret } from '../identity/session-secrets.js';
import { hashId } from './records.js';

/** A refused or unanswered request grants nothing, so any browser may continue its flow. */
const IS_ANSWER = `
SELECT coalesce(r.payload -> 'result' ->> 'session' = s.id, r.payload -> 'result' ->> 'session' IS NULL)
  AS is
FROM oauth_record r LEFT JOIN session s ON s.token_hash = $2 AND s.expires_at > now()
WHERE r.model = 'Interaction' AND r.id_hash = $1`;

/**
 * Checks whether a browser may continue a consent flow. A granted flow can continue only in the
 * session that granted it.
 * @param token the browser's session cookie; null if it has none
 */
export async function isConsentBrowser(
  db: EntityManager,
  uid: string,
  token: string | null,
): Promise<boolean> {
  const row = await queryOne<{ is: boolean }>(db, IS_ANSWER, [
    hashId(uid),
    hashSecret(token ?? ''),
  ]);
  return row?.is ?? true;
}
