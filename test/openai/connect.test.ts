import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { provideOpenAiClients } from '../../tools/openai-clients.mjs';
import { CLIENTS } from '../../web/src/pages/connect/clients.js';
import { apiSuite } from '../api/suite.js';
import { runTool } from '../contract/tool.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { INSTALL_MS } from './run-python.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** API address and key in the examples of each guide. */
const EXAMPLES = {
  'openai.md': { origin: 'http://localhost:8080', key: 'svc_live_…' },
  'agents.md': { origin: 'https://media.example.com', key: '$API_KEY' },
};
/** Expected output of the executable snippets. */
const PROGRAMS = {
  'ai-sdk': /^image\/png \d{4,}$/m,
  'openai-node': /^http\S+\/outputs\/gen_\S+\.webp$/m,
  'openai-python': /^http\S+\/outputs\/gen_\S+\.webp$/m,
};

const findClient = (id: string) => {
  const client = CLIENTS.find((one) => one.id === id);
  if (!client) throw new Error(`the page Connect has no ${id}`);
  return client;
};

describe('settings on the page Connect', () => {
  const suite = apiSuite({ workers: {} });
  const folder = temporaryFolder('connect-');
  let python: string;

  before('the clients are installed', async function () {
    this.timeout(INSTALL_MS);
    python = await provideOpenAiClients();
    await symlink(join(ROOT, 'node_modules'), join(folder(), 'node_modules'));
  });

  for (const client of CLIENTS) {
    it(`are the same in docs/${client.guide}: ${client.name}`, async () => {
      const page = await readFile(join(ROOT, 'docs', client.guide), 'utf8');
      const { [client.guide]: access } = EXAMPLES;
      expect(page).to.include(`\`\`\`${client.language}\n${client.snippet(access)}\n\`\`\``);
    });
  }

  for (const [id, output] of Object.entries(PROGRAMS)) {
    it(`run as pasted with a key of two scopes: ${id}`, async () => {
      const { accountId } = await suite.customer();
      const { apiKey } = await suite.key(accountId, { scopes: ['read', 'generate'] });
      const client = findClient(id);
      const isPython = client.language === 'python';
      const file = join(folder(), isPython ? 'sample.py' : 'sample.ts');
      await writeFile(file, client.snippet({ origin: suite.api.url, key: apiKey }));
      const { code, text } = await runTool(isPython ? python : process.execPath, [file], folder());
      expect(code, text).to.equal(0);
      expect(text).to.match(output);
    }).timeout(60_000);
  }
});
