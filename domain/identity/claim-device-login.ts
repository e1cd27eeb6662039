import type { DataSource } from 'typeorm';
import { executeAndCount, queryOne } from '../../entities/rows.js';
import { findRolesWithRight } from '../catalogue/roles.js';
import {
  CLAIM_SECONDS,
  REPEAT_SECONDS,
  type DeviceLoginClaimBody,
} from '../contract/device-login.js';
import { Refusal } from '../contract/refusal.js';
import type { Vault } from '../ports/vault.js';
import { hashSecret } from './session-secrets.js';

/** Tolerance for clients whose claims arrive a little closer together than they were sent. */
const JITTER_MS = 250;

const POLL = `
UPDATE device_login SET polled_at = now()
WHERE device_hash = $1 AND expires_at > now() AND (polled_at IS NULL
  OR polled_at <= now() - interval '${CLAIM_SECONDS * 1_000 - JITTER_MS} ms')
RETURNING status`;

const IS_OPEN = 'SELECT 1 FROM device_login WHERE device_hash = $1 AND expires_at > now()';

/**
 * Delivers the key if the person who allowed the login still has the right to. After the first
 * delivery, a client whose response was lost can claim the same key again for a limited time.
 */
const DELIVER = `
UPDATE device_login AS d SET claimed_at = coalesce(d.claimed_at, now()),
  expires_at = CASE WHEN d.claimed_at IS NULL THEN now() + interval '${REPEAT_SECONDS} s'
    ELSE d.expires_at END
FROM api_key k JOIN account a ON a.id = k.account_id LEFT JOIN member m ON m.id = k.member_id
WHERE d.device_hash = $1 AND d.status = 'approved' AND d.expires_at > now()
  AND k.id = d.key_id AND k.revoked_at IS NULL
  AND a.suspended_at IS NULL AND a.deleted_at IS NULL
  AND (k.member_id IS NULL OR (m.removed_at IS NULL AND m.role = ANY($2)))
RETURNING d.sealed_key AS "sealedKey", k.id AS "keyId", k.account_id AS "accountId"`;

/** Denies an approved login. The upkeep revokes its key if the key was not delivered. */
const DENY = `
UPDATE device_login SET status = 'denied', sealed_key = NULL
WHERE device_hash = $1 AND status = 'approved'`;

interface Delivery {
  readonly sealedKey: string;
  readonly keyId: string;
  readonly accountId: string;
}

export interface ClaimDeps {
  readonly db: DataSource;
  readonly vault: Vault;
}

/**
 * Returns the state of a login, and its key once a person has allowed it. An unknown code is
 * reported as `expired`.
 * @throws {Refusal} RATE_LIMITED if claims arrive too fast
 */
export async function claimDeviceLogin(
  { db, vault }: ClaimDeps,
  deviceCode: string,
): Promise<DeviceLoginClaimBody> {
  const hash = hashSecret(deviceCode);
  const polled = await queryOne<{ status: 'pending' | 'approved' | 'denied' }>(db, POLL, [hash]);
  if (!polled) {
    if (await queryOne(db, IS_OPEN, [hash])) throw refuseTooFast();
    return { object: 'device_login_claim', status: 'expired' };
  }
  if (polled.status !== 'approved') return { object: 'device_login_claim', status: polled.status };
  const found = await queryOne<Delivery>(db, DELIVER, [hash, findRolesWithRight('keys')]);
  if (!found) {
    await executeAndCount(db, DENY, [hash]);
    return { object: 'device_login_claim', status: 'denied' };
  }
  return {
    object: 'device_login_claim',
    status: 'approved',
    api_key: vault.open(found.sealedKey, found.keyId),
    key_id: found.keyId,
    account_id: found.accountId,
  };
}

const refuseTooFast = (): Refusal =>
  new Refusal('RATE_LIMITED', {
    message: `Claim a login at most every ${CLAIM_SECONDS} seconds. Wait \`Retry-After\` seconds.`,
    headers: { 'Retry-After': String(CLAIM_SECONDS) },
  });
