import type { DataSource, EntityManager } from 'typeorm';
import { queryOne } from '../../../entities/rows.js';
import { mayNow } from '../../accounts/caller.js';
import type { MediaKind } from '../../catalogue/media-types.js';
import {
  computeLimits,
  type LimitName,
  type PlanLimits,
  type PlanName,
} from '../../catalogue/plans.js';
import { BOX_ID } from '../../contract/patterns.js';
import { refuseUnknown } from '../../contract/refusal.js';
import type { BoxView } from '../../contract/upload-box.js';

/** A box that currently accepts files. */
export interface OpenBox extends BoxView {
  readonly accountId: string;
  readonly keyId: string;
  readonly accept: readonly MediaKind[];
  /** The account's current limits. */
  readonly limits: PlanLimits;
}

/**
 * SQL: whether box `b` is open. It closes after a day, or earlier if the key that opened it is
 * revoked, if the key's member loses the scope, or while the account is suspended.
 */
export const IS_OPEN = `b.expires_at > now() AND EXISTS (
  SELECT 1 FROM api_key k JOIN account a ON a.id = k.account_id
  LEFT JOIN member m ON m.id = k.member_id
  WHERE k.id = b.key_id AND k.revoked_at IS NULL AND a.suspended_at IS NULL
    AND ${mayNow('generate')})`;

const FIND = `
SELECT b.id, b.account_id AS "accountId", b.key_id AS "keyId", b.purpose, b.accept, b.files,
  b.bytes::float8 AS bytes, b.created_at AS "createdAt", b.expires_at AS "expiresAt",
  a.plan, a.raised_limits AS raised
FROM upload_box b JOIN account a ON a.id = b.account_id
WHERE b.id = $1 AND ${IS_OPEN}`;

type OpenBoxRow = Omit<OpenBox, 'limits'> & {
  readonly plan: PlanName;
  readonly raised: Partial<Record<LimitName, number>>;
};

/** Matches a box id. */
const FORM = new RegExp(BOX_ID);

/** Finds an open box by its id, which is the only authorization needed; null for any other text. */
export async function findOpenBox(
  db: DataSource | EntityManager,
  id: string,
): Promise<OpenBox | null> {
  if (!FORM.test(id)) return null;
  const row = await queryOne<OpenBoxRow>(db, FIND, [id]);
  if (!row) return null;
  const { plan, raised, ...box } = row;
  return { ...box, limits: computeLimits(plan, raised) };
}

/**
 * Finds an account's open box. A box that never existed, has expired or belongs to another account
 * gets the same refusal.
 * @param field the field that holds the id; omitted if the id is in the path
 * @throws {Refusal} NOT_FOUND
 */
export async function expectBox(
  db: DataSource | EntityManager,
  accountId: string,
  id: string,
  field?: string,
): Promise<OpenBox> {
  const box = await findOpenBox(db, id);
  if (box?.accountId === accountId) return box;
  throw refuseUnknown('upload box', id, field);
}
