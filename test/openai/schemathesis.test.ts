import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import sharp from 'sharp';
import { provideSchemathesis } from '../../tools/schemathesis.mjs';
import { apiSuite } from '../api/suite.js';
import { RUN_MS, runSchemathesis } from '../contract/run-schemathesis.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { completeAll } from './complete-all.js';

const CONFIG = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const PLENTY = 1_000_000;
const INSTALL_MS = 300_000;

describe('Schemathesis on /openai/v1', () => {
  const suite = apiSuite();
  const folder = temporaryFolder('schemathesis-openai-');
  let schemathesis: string;
  before(async function () {
    this.timeout(INSTALL_MS);
    schemathesis = await provideSchemathesis();
  });

  it('finds only responses that the OpenAPI document allows', async () => {
    const raised = {
      requests_per_minute: PLENTY,
      concurrent_jobs: PLENTY,
      upload_files_per_day: PLENTY,
      upload_bytes_per_day: PLENTY * PLENTY,
    };
    const { accountId, apiKey, client } = await suite.customer({ credits: 10 * PLENTY, raised });
    const picture = { width: 64, height: 64, channels: 3, background: 'red' } as const;
    const stop = completeAll(suite, accountId, await sharp({ create: picture }).webp().toBuffer());
    const at = `${suite.api.url}/openai/v1`;
    const { code, report, tested } = await runSchemathesis(schemathesis, folder(), {
      args: [
        '--config-file',
        CONFIG,
        '--no-color',
        'run',
        `${at}/openapi.json`,
        '--url',
        at,
        '--header',
        `Authorization: Bearer ${apiKey}`,
      ],
    });
    await stop();
    expect(code, report).to.equal(0);
    expect(tested, report).to.be.above(200);
    expect((await client.get('/v1/account')).status).to.equal(200);
  }).timeout(RUN_MS + 10_000);
});
