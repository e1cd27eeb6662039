import { StorageUnavailable } from '../../domain/ports/object-store.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { createId } from '../../domain/contract/ids.js';
import type { ApiSuite } from '../api/suite.js';
import type { Answer } from '../support/client.js';
import { startApi } from '../support/platform.js';

type Refused = (suite: ApiSuite) => Promise<Answer<ErrorBody>>;

const FOX = { prompt: 'a red fox' };

const post: (body: unknown, headers?: Record<string, string>) => Refused =
  (body, headers = {}) =>
  async (suite) => {
    const { client } = await suite.customer();
    return client.refused('POST', '/v1/images', { body, headers });
  };

/** Sends a request to an API whose next generation fails. */
const failing =
  (failure: Error): Refused =>
  async (suite) => {
    const broken = await startApi({}, (deps) => ({
      ...deps,
      newId: (prefix) => {
        if (prefix === 'gen') throw failure;
        return createId(prefix);
      },
    }));
    try {
      const { client } = await suite.customer();
      return await client.at(broken.url).refused('POST', '/v1/images', { body: FOX });
    } finally {
      await broken.stop();
    }
  };

const blocked = post({ prompt: 'forbidden fruit' });

const twice =
  (limit: 'requests_per_minute' | 'concurrent_jobs'): Refused =>
  async (suite) => {
    const { client } = await suite.customer({ raised: { [limit]: 1 } });
    await client.image(FOX);
    return client.refused('POST', '/v1/images', { body: FOX });
  };

/** One request per error response in the OpenAPI document. */
export const REFUSED: Readonly<Record<string, Refused>> = {
  ValidationError: post({ ...FOX, aspect_ratio: '16-9' }),
  Unauthorized: (suite) => suite.client(null).refused('GET', '/v1/account'),
  InsufficientCreditsOrSpendCapReached: async (suite) => {
    const { client } = await suite.customer({ credits: 1 });
    return client.refused('POST', '/v1/images', { body: FOX });
  },
  AccountSuspendedOrForbidden: async (suite) => {
    const { client } = await suite.customer({ scopes: ['read'] });
    return client.refused('POST', '/v1/images', { body: FOX });
  },
  AccountSuspendedOrForbiddenOrLimitReached: async (suite) => {
    const { client } = await suite.customer({ raised: { webhooks: 0 } });
    const body = { url: 'https://example.com/hooks' };
    return client.refused('POST', '/v1/webhooks', { body });
  },
  AccountSuspendedOrForbiddenOrLimitReachedOrPlanRequired: async (suite) => {
    const { client } = await suite.customer({ plan: 'free' });
    const [character_id, generation_ids] = ['a2b3c4d5e6f7a2b3c4d5', ['gen_none']];
    const body = { character_id, generation_ids, platforms: ['threads'] };
    return client.refused('POST', '/v1/social/posts', { body });
  },
  AccountSuspendedOrForbiddenOrPlanRequired: async (suite) => {
    const { client } = await suite.customer({ plan: 'free' });
    const redirect_url = 'https://app.example.com/connected';
    const body = { character_id: 'a2b3c4d5e6f7a2b3c4d5', platform: 'threads', redirect_url };
    return client.refused('POST', '/v1/social/accounts/connect', { body });
  },
  NotFound: async (suite) => {
    const { client } = await suite.customer();
    return client.refused('GET', `/v1/generations/${createId('gen')}`);
  },
  Conflict: async (suite) => {
    const customer = await suite.customer();
    const id = await suite.queued(customer);
    return customer.client.refused('DELETE', `/v1/generations/${id}`);
  },
  BodyTooLarge: async (suite) => {
    const { client } = await suite.customer();
    return client.refused('PATCH', `/v1/products/${'a'.repeat(20)}`, {
      body: { name: 'x'.repeat(1_000_000) },
    });
  },
  BodyNotJson: post('a red fox', { 'Content-Type': 'text/plain' }),
  ContentBlockedOrIdempotencyKeyReused: blocked,
  IdempotencyKeyReused: async (suite) => {
    const { client } = await suite.customer();
    await client.image(FOX, { idem: 'one' });
    const body = { prompt: 'a blue fox' };
    return client.refused('POST', '/v1/images', { body, idem: 'one' });
  },
  RateLimited: twice('requests_per_minute'),
  RateLimitedOrConcurrencyLimit: twice('concurrent_jobs'),
  InternalError: failing(new Error('a failure of our own')),
  Unavailable: failing(new StorageUnavailable('away')),
};
