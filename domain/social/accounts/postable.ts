import type { EntityManager } from 'typeorm';
import { hasSocial, type PlanName } from '../../catalogue/plans.js';
import type { Platform } from '../../catalogue/social-platforms.js';
import type { PostErrorCode } from '../../catalogue/social-states.js';
import { queryOne } from '../../../entities/rows.js';
import { Character } from '../../../entities/character.js';
import { refuseUnknown } from '../../contract/refusal.js';

interface AccountPlace {
  readonly accountId: string;
  readonly characterId: string;
  readonly platform: Platform;
}

export type PostableResult =
  | { readonly ok: true; readonly socialAccountId: string }
  | { readonly ok: false; readonly code: PostErrorCode };

const READ = `
SELECT a.plan, a.suspended_at IS NOT NULL AS suspended, s.id, s.state, s.payment_due
FROM account a LEFT JOIN social_account s
  ON s.account_id = a.id AND s.character_id = $2 AND s.platform = $3
WHERE a.id = $1`;

interface PostableRow {
  plan: PlanName;
  suspended: boolean;
  id: string | null;
  state: 'connected' | 'needs_login' | null;
  payment_due: boolean | null;
}

/**
 * Checks whether a character can currently post to a platform, and if not, returns the first
 * reason. Called when a post is accepted and again when it is due. The second call compares the
 * connection with the one at acceptance.
 */
export async function findPostable(
  tx: EntityManager,
  { accountId, characterId, platform }: AccountPlace,
): Promise<PostableResult> {
  const row = await queryOne<PostableRow>(tx, READ, [accountId, characterId, platform]);
  const code = row ? findRefusalCode(row) : 'ACCOUNT_SUSPENDED';
  if (code !== null) return { ok: false, code };
  return { ok: true, socialAccountId: row?.id ?? '' };
}

function findRefusalCode(row: PostableRow): PostErrorCode | null {
  if (row.suspended) return 'ACCOUNT_SUSPENDED';
  if (!hasSocial(row.plan)) return 'PLAN_REQUIRED';
  if (row.id === null) return 'ACCOUNT_DISCONNECTED';
  if (row.state !== 'connected') return 'ACCOUNT_NEEDS_LOGIN';
  return row.payment_due ? 'FEE_UNPAID' : null;
}

/**
 * Checks that the account has the character.
 * @throws {Refusal} NOT_FOUND if the character does not belong to the account
 */
export async function expectCharacter(
  db: EntityManager,
  accountId: string,
  id: string,
): Promise<void> {
  const isKnown = await db.existsBy(Character, { id, accountId });
  if (!isKnown) throw refuseUnknown('character', id, 'character_id');
}
