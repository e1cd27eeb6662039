import type { DataSource } from 'typeorm';
import { queryOne } from '../../../entities/rows.js';
import type { Platform } from '../../catalogue/social-platforms.js';
import { hashToken } from './connect-tokens.js';

/** The contents of a connect link's page. */
export interface LinkView {
  readonly platform: Platform;
  readonly characterName: string;
  readonly redirectUrl: string;
  readonly state: 'open' | 'used' | 'expired';
}

/** Finds a token's link; null if the link or its character does not exist. Changes nothing. */
export function findLink(db: DataSource, token: string): Promise<LinkView | null> {
  return queryOne<LinkView>(
    db,
    `SELECT l.platform, c.name AS "characterName", l.redirect_url AS "redirectUrl",
       CASE WHEN l.state_hash IS NOT NULL THEN 'used'
            WHEN l.expires_at <= now() THEN 'expired' ELSE 'open' END AS state
     FROM social_connect_link l
     JOIN character c ON c.id = l.character_id AND c.account_id = l.account_id
     WHERE l.token_hash = $1`,
    [hashToken(token)],
  );
}
