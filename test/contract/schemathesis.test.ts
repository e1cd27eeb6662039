import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { provideSchemathesis } from '../../tools/schemathesis.mjs';
import { apiSuite } from '../api/suite.js';
import { signedIn } from '../support/person.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { RUN_MS, runSchemathesis } from './run-schemathesis.js';

const CONFIG = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const PLENTY = 1_000_000;
const INSTALL_MS = 300_000;

describe('Schemathesis', () => {
  // Replaces providers and webhook receivers, because only the API is tested.
  const answer = async () => ({ status: 200, headers: {}, bodyExcerpt: '' });
  const suite = apiSuite({
    workers: {
      mediaDeps: { providers: new Map() },
      outbound: true,
      outboundDeps: { webhookPost: answer },
    },
  });
  let schemathesis: string;
  /** Schemathesis stores its findings for the next run in its working folder. */
  const folder = temporaryFolder('schemathesis-');
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
    const person = await signedIn(suite.db, suite.api.url, { accountId, operator: true });
    const { code, report, tested } = await runSchemathesis(schemathesis, folder(), {
      args: [
        '--config-file',
        CONFIG,
        '--no-color',
        'run',
        `${suite.api.url}/v1/openapi.json`,
        '--url',
        suite.api.url,
        '--header',
        `Authorization: Bearer ${apiKey}`,
      ],
      env: { SESSION_TOKEN: person.cookie.replace('session=', '') },
    });
    expect(code, report).to.equal(0);
    expect(tested, report).to.be.above(500);
    // If the run had signed itself out or revoked its own key, it would have tested only refusals.
    expect((await person.get('/app/api/session')).status).to.equal(200);
    expect((await client.get('/v1/account')).status).to.equal(200);
  }).timeout(RUN_MS + 10_000);
});
