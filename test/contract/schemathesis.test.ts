import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { provideSchemathesis } from '../../tools/schemathesis.mjs';
import { apiSuite } from '../api/suite.js';

const CONFIG = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const PLENTY = 1_000_000;

describe('Schemathesis', () => {
  const suite = apiSuite({ workers: { media: false } });

  it('finds no answer that the OpenAPI document does not allow', async () => {
    const raised = { requests_per_minute: PLENTY, concurrent_jobs: PLENTY };
    const { apiKey } = await suite.customer({ credits: 10 * PLENTY, raised });
    const args = ['--config-file', CONFIG, 'run', `${suite.api.url}/v1/openapi.json`];
    const child = spawn(
      await provideSchemathesis(),
      [
        ...args,
        '--url',
        suite.api.url,
        '--header',
        `Authorization: Bearer ${apiKey}`,
        '--no-color',
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (process.env['ST_DEBUG']) console.log(output);
    expect(code, `${output}\n${errors}`).to.equal(0);
  }).timeout(300_000);
});
