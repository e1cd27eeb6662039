import type { EntityManager } from 'typeorm';
import { CallbackSecret } from '../../entities/callback-secret.js';
import { SECRET_OVERLAP_MS } from '../catalogue/webhook-times.js';
import type { CallbackSecretBody } from '../contract/callback.js';
import { createWebhookSecret } from '../contract/webhook-signature.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import type { Vault } from '../ports/vault.js';

interface SecretDeps {
  readonly vault: Vault;
}

/** Creates a sealed secret for an account, to be stored if the account does not have one yet. */
export const sealNewSecret = (vault: Vault, accountId: string): string =>
  vault.seal(createWebhookSecret(), accountId);

/** Stores a secret for an account without a secret. */
export async function ensureCallbackSecret(
  tx: EntityManager,
  { vault }: SecretDeps,
  accountId: string,
): Promise<void> {
  await tx.query(
    'INSERT INTO callback_secret (account_id, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [accountId, sealNewSecret(vault, accountId)],
  );
}

/** Reads an account's callback secret. Creates it if it does not exist yet. */
export async function readCallbackSecret(
  db: EntityManager,
  deps: SecretDeps,
  accountId: string,
): Promise<CallbackSecretBody> {
  const known = await db.findOneBy(CallbackSecret, { accountId });
  if (known) return present(known, deps);
  await ensureCallbackSecret(db, deps, accountId);
  return present(await db.findOneByOrFail(CallbackSecret, { accountId }), deps);
}

const ROTATE = `
INSERT INTO callback_secret AS s (account_id, secret) VALUES ($1, $2)
ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, previous_secret = s.secret,
  previous_until = now() + $3 * interval '1 ms'`;

/**
 * Creates a new secret for an account's callbacks. The previous secret also signs for 24 hours;
 * older secrets stop signing.
 */
export function rotateCallbackSecret(
  deps: StartDeps & SecretDeps,
  claim: RequestClaim,
): Promise<CallbackSecretBody> {
  const { accountId } = claim;
  return answerOnce(
    deps,
    claim,
    async (tx, once) => {
      const sealed = sealNewSecret(deps.vault, accountId);
      await tx.query(ROTATE, [accountId, sealed, SECRET_OVERLAP_MS]);
      return once.answer(await readCallbackSecret(tx, deps, accountId));
    },
    { seal: deps.vault },
  );
}

function present(row: CallbackSecret, { vault }: SecretDeps): CallbackSecretBody {
  const { accountId, previousUntil: until } = row;
  return {
    object: 'callback_secret',
    secret: vault.open(row.secret, accountId),
    previous_secret_expires_at: until !== null && until > new Date() ? until.getTime() : null,
    created_at: row.createdAt.getTime(),
  };
}
