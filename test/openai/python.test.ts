import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { provideOpenAiClients } from '../../tools/openai-clients.mjs';
import { apiSuite } from '../api/suite.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { completeAll } from './complete-all.js';
import { startCuttingProxy } from './cutting-proxy.js';
import { INSTALL_MS, runPython } from './run-python.js';

const RUN_MS = 120_000;
const REQUESTS = 200;

interface Flow {
  readonly models: string[];
  readonly urls: string[];
  readonly inline: string;
  readonly events: string[];
  readonly edited: string[];
  readonly video: { readonly status: string; readonly seconds: string };
  readonly listed: boolean;
  readonly clip: string;
  readonly deleted: boolean;
  readonly refused: { readonly class: string; readonly code: string; readonly param: string }[];
}

before('the clients for Python are installed', async function () {
  this.timeout(INSTALL_MS);
  await provideOpenAiClients();
});

describe('the OpenAI client for Python', () => {
  const suite = apiSuite({ workers: {} });
  const folder = temporaryFolder('openai-python-');

  it('generates, edits, streams, polls and downloads', async () => {
    const { apiKey } = await suite.customer();
    const image = join(folder(), 'red.png');
    const red = { width: 320, height: 320, channels: 3, background: 'red' } as const;
    await writeFile(image, await sharp({ create: red }).png().toBuffer());
    const at = `${suite.api.url}/openai/v1`;
    const did = await runPython<Flow>('flow', at, apiKey, image);
    expect(did.models).to.include('seedance-2.5');
    expect(new Set(did.urls).size).to.equal(2);
    expect(did.inline).to.match(/^ffd8ff/);
    expect(did.events).to.deep.equal(['image_generation.completed']);
    expect(did.edited).to.have.length(1);
    expect(did.video).to.deep.equal({ status: 'completed', seconds: '4' });
    expect(did).to.include({ listed: true, clip: 'ftyp', deleted: true });
    expect(did.refused).to.deep.equal([
      { class: 'BadRequestError', code: null, param: 'n' },
      { class: 'BadRequestError', code: 'content_policy_violation', param: null },
      { class: 'NotFoundError', code: 'model_not_found', param: 'model' },
      { class: 'AuthenticationError', code: 'invalid_api_key', param: null },
    ]);
  }).timeout(RUN_MS);
});

describe('a retry by the OpenAI client for Python', () => {
  const suite = apiSuite();

  it(`charges once for each of ${REQUESTS} requests whose response is cut off`, async () => {
    const raised = { requests_per_minute: 100_000, concurrent_jobs: 1_000 };
    const { apiKey, accountId } = await suite.customer({ credits: 10_000, raised });
    const stopCompleting = completeAll(suite, accountId);
    const proxy = await startCuttingProxy(suite.api.url, () => 'answered');
    const args = [
      'retries',
      `${proxy.url}/openai/v1`,
      apiKey,
      `${REQUESTS}`,
      '40',
      'service-image',
    ];
    const { urls } = await runPython<{ urls: string[] }>(...args);
    await proxy.stop();
    await stopCompleting();
    expect(proxy.cuts).to.equal(REQUESTS);
    expect(new Set(urls).size).to.equal(REQUESTS);
    const [made] = await suite.db.query(
      `SELECT count(*)::int AS generations, sum(credits)::int AS credits FROM generation
       WHERE account_id = $1`,
      [accountId],
    );
    expect(made).to.deep.equal({ generations: REQUESTS, credits: 2 * REQUESTS });
  }).timeout(RUN_MS);
});
