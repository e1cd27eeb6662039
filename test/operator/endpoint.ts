import { EVENT_TYPES } from '../../domain/catalogue/event-types.js';
import { createId } from '../../domain/contract/ids.js';
import { ensureCallbackSecret } from '../../domain/webhooks/callback-secret.js';
import { insertCallback } from '../../domain/webhooks/callbacks.js';
import type { ApiSuite, Customer } from '../api/suite.js';

/** Registers an endpoint. No delivery reaches it, because the egress guard refuses loopback. */
export async function addEndpoint(suite: ApiSuite, { accountId }: Customer): Promise<string> {
  const id = createId('whk');
  const secret = suite.api.deps.vault.seal('whsec_AAAA', id);
  await suite.db.query(
    `INSERT INTO webhook_endpoint (id, account_id, url, events, description, secret, created_at)
     VALUES ($1, $2, 'https://127.0.0.1/hooks', $3, '', $4, clock_timestamp())`,
    [id, accountId, EVENT_TYPES, secret],
  );
  await suite.db.query('UPDATE account SET webhooks = webhooks + 1 WHERE id = $1', [accountId]);
  return id;
}

/** Adds a callback of a generation. Nothing is sent there, because the guard refuses loopback. */
export async function addCallback(
  { db, api }: ApiSuite,
  { accountId }: Customer,
  refId: string,
): Promise<void> {
  await ensureCallbackSecret(db.manager, api.deps, accountId);
  const target = { url: 'https://127.0.0.1/done', events: EVENT_TYPES };
  await insertCallback(db.manager, { refId, id: createId('whk'), accountId }, target);
}
