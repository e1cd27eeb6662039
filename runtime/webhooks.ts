import type { Client } from '@temporalio/client';
import type { EgressAllowList } from '../adapters/egress/allow-list.js';
import { createPublicFetch, type PublicFetch } from '../adapters/egress/public-fetch.js';
import { createUrlCheck } from '../adapters/egress/url-check.js';
import type { UrlFault } from '../domain/ports/egress.js';
import { ATTEMPT_DEADLINE_MS } from '../domain/catalogue/webhook-times.js';
import type { DeliveryRuns } from '../domain/webhooks/close-deliveries.js';
import { createDeliveryRuns } from './delivery-runs.js';
import type { Env } from './env.js';
import type { Log } from './log.js';
import { createVault } from './vault.js';
import type { Vault } from '../domain/ports/vault.js';

/** External dependencies for webhooks. */
export interface WebhookDeps {
  readonly vault: Vault;
  readonly urlFault: (url: string) => Promise<UrlFault>;
  readonly webhookPost: PublicFetch['post'];
  readonly deliveryRuns: DeliveryRuns;
}

export function createWebhookDeps(
  env: Pick<Env, 'secretsKeys'>,
  { allow, client, log }: { allow: EgressAllowList; client: Client; log: Log },
): WebhookDeps {
  // An attempt has one overall deadline, and none of its phases has a shorter one.
  const limits = { connectMs: ATTEMPT_DEADLINE_MS, headersMs: ATTEMPT_DEADLINE_MS };
  const fetch = createPublicFetch({ allow, ...limits });
  return {
    vault: createVault(env.secretsKeys),
    urlFault: createUrlCheck(allow),
    webhookPost: (url, options) => fetch.post(url, options),
    deliveryRuns: createDeliveryRuns(client, log),
  };
}
