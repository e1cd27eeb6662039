import { expect } from 'chai';
import type { CallbackBody, CallbackDeliveryBody } from '../../domain/contract/callback.js';
import { failGeneration } from '../../domain/generations/advance-generation.js';
import type { Reaction } from '../support/receiver.js';
import { until } from '../support/until.js';
import type { Customer } from './suite.js';
import { webhookSuite } from './webhooks-rig.js';

const ERROR = { code: 'PROVIDER_ERROR', message: 'failed' } as const;
const ENTRY = {
  stage: 'image_generation',
  resolution: 'stopped',
  status: 502,
  message: 'failed',
} as const;

let paths = 0;

/** Registers a suite with a customer for each test, and helpers for its callbacks. */
export function callbackSuite() {
  const suite = webhookSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 1_000, raised: { concurrent_jobs: 100 } });
  });
  const nextPath = () => `/callback${(paths += 1)}`;
  const create = async (path: string, more: object = {}, reaction?: Reaction) => {
    const body = { prompt: 'a fox', webhook_url: suite.receiver.at(path, reaction), ...more };
    const answer = await customer.client.image(body);
    expect(answer.status, answer.text).to.equal(202);
    return answer.body.id;
  };
  const put = (id: string, body: object, { client }: Customer = customer, idem?: string) =>
    client.call<CallbackBody>('PUT', `/v1/generations/${id}/callback`, {
      body,
      ...(idem !== undefined && { idem }),
    });
  const log = async ({ client }: Customer = customer) => {
    const path = '/v1/webhooks/callback-deliveries';
    const answer = await client.get<{ data: CallbackDeliveryBody[] }>(path);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data;
  };
  const logged = (wanted: (rows: CallbackDeliveryBody[]) => boolean) =>
    until('the log of callbacks has the expected rows', async () => {
      const rows = await log();
      return wanted(rows) && rows;
    });
  const fail = (id: string) => failGeneration(suite.api.deps, id, ERROR, ENTRY);
  return { suite, customer: () => customer, nextPath, create, put, log, logged, fail };
}
