import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { apiSuite, type Customer } from '../../api/suite.js';
import { runTool } from '../../contract/tool.js';
import { until } from '../../support/until.js';
import { aiSdkProject } from './ai-sdk-rig.js';

/** Creates the model in a process. Its `fetch` redirects result URLs like the rig. */
const MODEL = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { experimental_startVideo, experimental_getVideoStatus } from 'ai';
import { createMediaPlatform } from '@media-platform/client/ai-sdk';

const { API_URL, API_KEY, PUBLIC_URL, KILL } = process.env;
const media = createMediaPlatform({
  baseUrl: API_URL,
  apiKey: API_KEY,
  async fetch(url, init) {
    const response = await fetch(url.replace(PUBLIC_URL, API_URL), init);
    if (KILL && init.method === 'POST') process.kill(process.pid, 'SIGKILL');
    return response;
  },
});
const model = media.videoModel('seedance-2.5');
`;

const START = `${MODEL}
const { operation } = await experimental_startVideo({
  model,
  prompt: 'a red fox runs',
  duration: 4,
  providerOptions: { mediaPlatform: { resolution: '480p', idempotencyKey: 'order-4711' } },
});
writeFileSync('operation.json', JSON.stringify(operation));
setInterval(() => undefined, 1_000);
`;

const FINISH = `${MODEL}
const operation = JSON.parse(readFileSync('operation.json', 'utf8'));
for (;;) {
  const result = await experimental_getVideoStatus(model, { operation });
  if (result.status === 'error') throw new Error(result.error);
  if (result.status === 'completed') {
    writeFileSync('fox.mp4', result.videos[0].data);
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
}
`;

describe('a video of the AI SDK provider', () => {
  const suite = apiSuite({ workers: {} });
  const project = aiSdkProject();
  let customer: Customer;
  let env: Record<string, string>;
  beforeEach(async () => {
    customer = await suite.customer({ raised: { requests_per_minute: 100_000 } });
    const { publicUrl } = suite.api.deps.env;
    env = { API_URL: suite.api.url, API_KEY: customer.apiKey, PUBLIC_URL: publicUrl };
    await writeFile(join(project.folder, 'start.mjs'), START);
    await writeFile(join(project.folder, 'finish.mjs'), FINISH);
  });

  const start = (more: Record<string, string> = {}) =>
    spawn(process.execPath, ['start.mjs'], {
      cwd: project.folder,
      env: { ...env, ...more },
      stdio: 'inherit',
    });
  const ids = async (): Promise<string[]> => {
    const rows: { id: string }[] = await suite.db.query(
      'SELECT id FROM generation WHERE account_id = $1',
      [customer.accountId],
    );
    return rows.map(({ id }) => id);
  };

  it('can be finished by another process, also if the first one is killed before it stores the operation', async () => {
    const killed = start({ KILL: 'after the POST' });
    expect(await once(killed, 'exit')).to.deep.equal([null, 'SIGKILL']);
    expect(await ids(), 'it was accepted').to.have.length(1);
    const child = start();
    const stored = join(project.folder, 'operation.json');
    const operation = await until('the operation is stored', async () =>
      readFile(stored, 'utf8').then(JSON.parse, () => null),
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(operation).to.deep.equal({ generationIds: await ids() });
    const { code, text } = await runTool(process.execPath, ['finish.mjs'], project.folder, env);
    expect(code, text).to.equal(0);
    const clip = await readFile(join(project.folder, 'fox.mp4'));
    expect(clip.subarray(4, 8).toString()).to.equal('ftyp');
    const [{ credits }] = await suite.db.query(
      'SELECT credits FROM generation WHERE account_id = $1',
      [customer.accountId],
    );
    const { generation, balance } = await suite.footprint(customer.accountId);
    expect([generation, balance], 'one charge').to.deep.equal([1, 1_000 - credits]);
  });
}).timeout(180_000);
