import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { findLivingProcess, sendSignal } from '../../supervisor/pid-file.js';
import { ApiClient, type Answer } from '../support/client.js';
import { startWithNpm, type Started } from '../support/npm-start.js';
import { makeRunFolder } from '../support/run-folder.js';
import { until } from '../support/until.js';

/** The first start in a checkout compiles the code and builds the dashboard. */
const START_MS = 400_000;
const MADE_MS = 180_000;
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

describe('npm start', function () {
  this.timeout(START_MS);
  let dataDir: string;
  let started: Started;
  let url: string;
  let client: ApiClient;

  before(async () => {
    dataDir = makeRunFolder();
    started = await startWithNpm(dataDir);
    url = started.connection.api_url ?? '';
    client = new ApiClient(url, started.connection.api_key ?? '');
  });
  after(async () => {
    await started?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const made = async ({ status, text, body }: Answer<GenerationBody>): Promise<GenerationBody> => {
    expect(status, text).to.equal(202);
    const end = await until(
      `${body.id} has ended`,
      async () => {
        const now = (await client.get(`/v1/generations/${body.id}`)).body;
        return ['completed', 'failed'].includes(now.status) ? now : null;
      },
      MADE_MS,
    );
    expect(end.error).to.equal(null);
    return end;
  };

  it('generates a picture, and a clip with sound from the picture', async () => {
    const picture = await made(await client.image({ prompt: 'a red fox in snow' }));
    const bytes = Buffer.from(await (await fetch(picture.result?.url ?? '')).arrayBuffer());
    const clip = await made(
      await client.video({
        model: 'seedance-2.5',
        prompt: 'the fox looks up',
        start_frame: `data:image/webp;base64,${bytes.toString('base64')}`,
        duration: '4',
        resolution: '480p',
      }),
    );
    const file = await fetch(clip.result?.url ?? '');
    expect([file.status, file.headers.get('content-type')]).to.deep.equal([200, 'video/mp4']);
  });

  for (const path of ['/docs', '/docs/reference', '/app', '/v1/openapi.json', '/readyz']) {
    it(`serves ${path}`, async () => {
      const answer = await fetch(url + path);
      expect(answer.status, await answer.text()).to.equal(200);
    });
  }

  it('serves agents over MCP, and registers their clients', async () => {
    const hello = await client.call('POST', '/mcp', {
      body: INITIALIZE,
      headers: { Accept: 'application/json, text/event-stream' },
    });
    expect(hello.status, hello.text).to.equal(200);
    const registered = await new ApiClient(url, null).call('POST', '/oauth/register', {
      body: {
        client_name: 'test',
        redirect_uris: ['http://localhost:1234/callback'],
        token_endpoint_auth_method: 'none',
      },
    });
    expect(registered.status, registered.text).to.equal(201);
  });

  it('serves metrics from the workers and the SDK', async () => {
    const page = await (await fetch(started.connection.metrics?.workers ?? '')).text();
    expect(page).to.include('temporal_').and.to.include('service="workers"');
  });

  it('restarts killed workers, and they continue their work', async () => {
    const file = join(dataDir, 'run', 'workers.pid');
    const { pid } = findLivingProcess(file) ?? { pid: 0 };
    expect(pid).to.be.greaterThan(0);
    const ordered = await client.image({ prompt: 'a lighthouse by the sea' });
    sendSignal(pid, 'SIGKILL');
    const end = await made(ordered);
    expect(end.status).to.equal('completed');
    expect(findLivingProcess(file)?.pid).not.to.equal(pid);
  });

  it('ends every process that it has started', async () => {
    await started.stop();
    const run = join(dataDir, 'run');
    const left = readdirSync(run).filter((name) => findLivingProcess(join(run, name)) !== null);
    expect(left).to.deep.equal([]);
  });
});
