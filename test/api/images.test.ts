import { expect } from 'chai';
import { buildAccount } from '../support/accounts.js';
import { ApiClient } from '../support/client.js';
import { startApi, type TestApi } from '../support/platform.js';
import { until } from '../support/until.js';
import { startWorkers, type TestWorkers } from '../support/workers.js';

describe('POST /v1/images', () => {
  let api: TestApi;
  let workers: TestWorkers;

  before(async () => {
    api = await startApi();
    workers = await startWorkers(api.deps);
  });
  after(async () => {
    await workers.stop();
    await api.stop();
  });

  it('answers 202 with a queued generation, and completes it', async () => {
    const { apiKey } = await buildAccount(api.deps.db);
    const client = new ApiClient(api.url, apiKey);
    const created = await client.image({ prompt: 'a red fox in snow' });
    expect(created.status, created.text).to.equal(202);
    expect(created.body.status).to.equal('queued');
    const done = await until('the generation to finish', async () => {
      const { body } = await client.get(`/v1/generations/${created.body.id}`);
      return body.completed_at === null ? null : body;
    });
    expect(done.status, JSON.stringify(done)).to.equal('completed');
  });
});
