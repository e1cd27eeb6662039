import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { DOCUMENTED_ROUTES } from '../../api/documented-routes.js';
import { buildOpenApi } from '../../api/openapi.js';
import { openAiDocumentOf } from '../../api/openai/document.js';
import { provideNpmTools } from '../../tools/openapi-tools.mjs';
import { runTool } from './tool.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const INSTALL_MS = 300_000;

const SERVER = 'https://api.media.dev';
const DOCUMENTS = {
  'openapi.json': buildOpenApi(DOCUMENTED_ROUTES, SERVER),
  'openapi.openai.json': openAiDocumentOf(SERVER),
};

describe('OpenAPI linters', () => {
  let bin: string;
  const folder = temporaryFolder('openapi-lint-');
  before(async function () {
    this.timeout(INSTALL_MS);
    bin = await provideNpmTools();
    // Uses a public URL, because the linters warn about a local URL.
    for (const [name, document] of Object.entries(DOCUMENTS)) {
      await writeFile(join(folder(), name), JSON.stringify(document));
    }
    await writeFile(join(folder(), '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  });

  for (const name of Object.keys(DOCUMENTS)) {
    it(`accept ${name} without a warning from Redocly's recommended rules`, async () => {
      const args = ['lint', name, '--format=json'];
      const { code, text } = await runTool(join(bin, 'redocly'), args, folder());
      const { totals } = JSON.parse(/\{[^]*\}/.exec(text)?.[0] ?? 'null');
      expect(totals, text).to.deep.equal({ errors: 0, warnings: 0, ignored: 0 });
      expect(code, text).to.equal(0);
    });

    it(`accept ${name} without a warning from Spectral's OpenAPI rules`, async () => {
      const args = ['lint', name, '--format=json', '--fail-severity=hint', '--quiet'];
      const { code, text } = await runTool(join(bin, 'spectral'), args, folder());
      expect(JSON.parse(/\[[^]*\]/.exec(text)?.[0] ?? 'null'), text).to.deep.equal([]);
      expect(code, text).to.equal(0);
    });
  }

  it('report errors in a broken document', async () => {
    const { components: _, ...rest } = buildOpenApi(DOCUMENTED_ROUTES, 'https://api.media.dev');
    await writeFile(join(folder(), 'broken.json'), JSON.stringify(rest));
    const redocly = await runTool(join(bin, 'redocly'), ['lint', 'broken.json'], folder());
    const spectral = await runTool(join(bin, 'spectral'), ['lint', 'broken.json'], folder());
    expect([redocly.code, spectral.code]).to.deep.equal([1, 1]);
  });
});
