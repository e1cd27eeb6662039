import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { toFile } from 'openai';
import sharp from 'sharp';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { provideOpenAiClients } from '../../tools/openai-clients.mjs';
import { CLIENTS } from '../../web/src/pages/connect/clients.js';
import { apiSuite, type Customer } from '../api/suite.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { until } from '../support/until.js';
import { completeAll } from './complete-all.js';
import { startCuttingProxy, type CuttingProxy } from './cutting-proxy.js';
import { openAiOf } from './openai-rig.js';
import { INSTALL_MS, runPython } from './run-python.js';

const RUN_MS = 180_000;
/** Fewer than for the SDKs, which send 200, because each request takes 100 ms of CPU time. */
const REQUESTS = Number(process.env['LITELLM_RETRIES'] ?? 40);
const MASTER = { apiKey: 'sk-master' };

function findLiteLlm() {
  const client = CLIENTS.find(({ id }) => id === 'litellm');
  if (!client) throw new Error('the page Connect has no LiteLLM');
  return client;
}

describe('the LiteLLM proxy', () => {
  const suite = apiSuite();
  const folder = temporaryFolder('litellm-');

  describe('in front of the service', () => {
    let customer: Customer;
    let cutting: CuttingProxy;
    let isCutting = false;
    let litellm: ChildProcess;
    let url = '';
    let stopCompleting: () => Promise<void>;

    before(async function () {
      this.timeout(INSTALL_MS);
      const python = await provideOpenAiClients();
      const raised = { requests_per_minute: 100_000, concurrent_jobs: 1_000 };
      customer = await suite.customer({ credits: 10_000, raised });
      const red = { width: 64, height: 64, channels: 3, background: 'red' } as const;
      const picture = await sharp({ create: red }).webp().toBuffer();
      stopCompleting = completeAll(suite, customer.accountId, picture);
      cutting = await startCuttingProxy(suite.api.url, () => (isCutting ? 'answered' : null));
      const settings = findLiteLlm().snippet({ origin: cutting.url, key: customer.apiKey });
      const master = `general_settings: { master_key: ${MASTER.apiKey} }`;
      await writeFile(join(folder(), 'config.yaml'), `${settings}\n${master}\n`);
      const port = await findFreePort(0);
      url = `http://127.0.0.1:${port}`;
      const args = ['--config', 'config.yaml', '--port', `${port}`, '--host', '127.0.0.1'];
      litellm = spawn(python, ['-m', 'litellm.proxy.proxy_cli', ...args], {
        cwd: folder(),
        env: { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: 'True', NO_DOCS: 'True' },
        stdio: 'ignore',
      });
      await until(
        'LiteLLM responds',
        () =>
          fetch(`${url}/health/liveliness`).then(
            ({ ok }) => ok,
            () => false,
          ),
        120_000,
      );
    });
    after(async () => {
      await stopCompleting();
      litellm.kill();
      await once(litellm, 'exit');
      await cutting.stop();
    });

    /** Creates a client of the LiteLLM proxy, which has another base path than the API. */
    const client = () => {
      const one = openAiOf(url, MASTER);
      one.baseURL = `${url}/v1`;
      return one;
    };
    const count = async () => {
      const [{ n }] = await suite.db.query(
        'SELECT count(*)::int AS n FROM generation WHERE account_id = $1',
        [customer.accountId],
      );
      return n as number;
    };

    it('passes on images, edits and videos', async () => {
      const made = await client().images.generate({
        model: 'service-image',
        prompt: 'a red fox',
        n: 2,
      });
      expect(made.data?.map((one) => one.url?.includes('/outputs/gen_'))).to.deep.equal([
        true,
        true,
      ]);
      const red = { width: 64, height: 64, channels: 3, background: 'red' } as const;
      const png = await sharp({ create: red }).png().toBuffer();
      const image = await toFile(png, 'red.png', { type: 'image/png' });
      const edited = await client().images.edit({
        model: 'service-image',
        prompt: 'make it blue',
        image,
      });
      expect(edited.data).to.have.length(1);
      const video = await client().videos.create({
        model: 'seedance-2.5',
        prompt: 'it moves',
        seconds: '4',
      });
      await until('the video has ended', async () => {
        const { status } = await client().videos.retrieve(video.id);
        return status === 'completed';
      });
      const content = await client().videos.downloadContent(video.id);
      expect((await content.arrayBuffer()).byteLength).to.be.above(0);
    }).timeout(RUN_MS);

    it(`does not charge again when it retries ${REQUESTS} requests whose responses were cut off`, async () => {
      const before = await count();
      isCutting = true;
      const args = ['retries', `${url}/v1`, MASTER.apiKey, `${REQUESTS}`, '20', 'service-image'];
      const { urls } = await runPython<{ urls: string[] }>(...args);
      isCutting = false;
      expect(cutting.cuts).to.equal(REQUESTS);
      expect(new Set(urls).size).to.equal(REQUESTS);
      expect((await count()) - before).to.equal(REQUESTS);
    }).timeout(RUN_MS);
  });
});
