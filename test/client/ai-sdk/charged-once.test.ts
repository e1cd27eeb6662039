import { expect } from 'chai';
import { apiSuite, type Customer } from '../../api/suite.js';
import { completeAll } from '../../openai/complete-all.js';
import { startCuttingProxy, type CuttingProxy } from '../../openai/cutting-proxy.js';
import { failureOf } from '../installed.js';
import { aiSdkProject, listDescribed } from './ai-sdk-rig.js';

const FOX = 'a red fox in snow';
const CALLS = 20;
const RAISED = { requests_per_minute: 100_000, concurrent_jobs: 1_000 };

describe('generateImage with the AI SDK provider', () => {
  const suite = apiSuite();
  const project = aiSdkProject();
  let customer: Customer;
  let proxy: CuttingProxy;
  let stopCompleting: () => Promise<void>;
  beforeEach(async () => {
    customer = await suite.customer({ raised: RAISED });
    const keys = new Set<string>();
    const isFirst = (head: string) => {
      const key = /^idempotency-key: (.*)$/im.exec(head)?.[1] ?? '';
      return keys.size < keys.add(key).size;
    };
    proxy = await startCuttingProxy(suite.api.url, () => 'answered', isFirst);
    stopCompleting = completeAll(suite, customer.accountId);
  });
  afterEach(async () => {
    await proxy.stop();
    await stopCompleting();
  });

  const countAndSpent = async (): Promise<[number, number]> => {
    const { generation = 0, balance = 0 } = await suite.footprint(customer.accountId);
    return [generation, 1_000 - balance];
  };

  it(`charges once for each of ${CALLS} calls whose response is lost after the commit`, async () => {
    const { media } = project.of(suite, customer, { baseUrl: proxy.url });
    const model = media.imageModel();
    const results = await Promise.all(
      Array.from({ length: CALLS }, () => project.ai.generateImage({ model, prompt: FOX })),
    );
    expect(proxy.cuts).to.equal(CALLS);
    const ids = results
      .flatMap(({ providerMetadata }) => listDescribed(providerMetadata, 'images'))
      .map(({ generationId }) => generationId);
    expect(new Set(ids).size).to.equal(CALLS);
    expect(await countAndSpent()).to.deep.equal([CALLS, 2 * CALLS]);
  });

  it("is not repeated by the SDK, even if the client's retries are off", async () => {
    const settings = { baseUrl: proxy.url, maxRetries: 0 };
    const { media, sent } = project.of(suite, customer, settings);
    const call = { model: media.imageModel(), prompt: FOX, maxRetries: 2 };
    const error = await failureOf(project.ai.generateImage(call));
    if (!project.ai.APICallError.isInstance(error)) throw error;
    expect(error.isRetryable).to.equal(false);
    expect(sent.filter(({ method }) => method === 'POST')).to.have.length(1);
    expect(await countAndSpent()).to.deep.equal([1, 2]);
    const { idempotencyKey } = error.data as { readonly idempotencyKey: string };
    const again = { ...call, providerOptions: { mediaPlatform: { idempotencyKey } } };
    expect((await project.ai.generateImage(again)).images).to.have.length(1);
    expect(await countAndSpent()).to.deep.equal([1, 2]);
  });
}).timeout(60_000);
