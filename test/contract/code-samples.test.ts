import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeCodeSamples, type CodeSample } from '../../api/openapi/code-samples.js';
import type { Route } from '../../api/route.js';
import { ROUTES } from '../../api/table.js';
import { provideNpmTools } from '../../tools/openapi-tools.mjs';
import { ApiSuite, registerSuite } from '../api/suite.js';
import { DEAF, SAMPLES } from '../architecture/route-samples.js';
import { usePythonClient } from '../clients/python-rig.js';
import { checkTypes, makeProject } from '../docs/programs.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { runTool } from './tool.js';

const INSTALL_MS = 300_000;
const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
const FILES = { curl: 'sample.sh', TypeScript: 'sample.ts', Python: 'sample.py' };
const routes = ROUTES.filter(({ entryPoint }) => entryPoint !== 'app');

/** Routes whose samples are run: one for each kind of sample. */
const RUN = [
  'createQuote',
  'getGeneration',
  'listGenerations',
  'listGenerationSteps',
  'streamGeneration',
  'downloadGenerations',
  'cancelGeneration',
  'updateProduct',
  'updateWebhook',
  'rotateCallbackSecret',
  'getWebhookDelivery',
  'listBoxUploads',
  'deleteUploadBox',
  'exportUsage',
];

const sourceOf = (route: Route, origin: string, lang: CodeSample['lang']): string =>
  writeCodeSamples(route, origin).find((sample) => sample.lang === lang)?.source ?? '';

/** Replaces the ids in a sample with ids of existing records. */
const putIn = (source: string, params: Record<string, string>): string =>
  Object.values(params).reduce((text, id) => {
    const [, prefix] = /^([a-z]+_)/.exec(id) ?? [];
    const invented = prefix ? new RegExp(`\\b${prefix}[0-9a-f]{20,}`, 'g') : /\ba2b3c4d5e6f7\w+/g;
    return text.replaceAll(invented, id);
  }, source);

describe('code samples of the reference', () => {
  const client = usePythonClient();
  const folder = temporaryFolder('code-samples-');
  let project = '';
  before('the packed client is installed', async function () {
    this.timeout(INSTALL_MS);
    project = await makeProject(join(folder(), 'project'));
  });

  it('compile strictly in TypeScript, each alone', async () => {
    const files = Object.fromEntries(
      routes.map((route) => [`${route.id}.ts`, sourceOf(route, 'http://x', 'TypeScript')]),
    );
    const quote = files['createQuote.ts'] ?? '';
    const wrong = { 'wrong.ts': quote.replace('/v1/quote', '/v1/quotes') };
    const errors = await checkTypes(project, { ...files, ...wrong });
    expect(errors.filter((line) => !line.startsWith('wrong.ts'))).to.deep.equal([]);
    expect(errors).not.to.deep.equal([]);
  }).timeout(INSTALL_MS);

  it('pass pyright in strict mode, each alone', async () => {
    const write = (name: string, text: string) => writeFile(join(folder(), `${name}.py`), text);
    for (const route of routes) await write(route.id, sourceOf(route, 'http://x', 'Python'));
    await write('wrong', 'import media_platform\nmedia_platform.MediaClient(promt=1)\n');
    const settings = { typeCheckingMode: 'strict', include: ['*.py'] };
    await writeFile(join(folder(), 'pyrightconfig.json'), JSON.stringify(settings));
    const bin = join(await provideNpmTools(), 'pyright');
    const { text } = await runTool(bin, ['--pythonpath', client.python()], folder());
    const errors = text.split('\n').filter((line) => line.includes(' - error'));
    expect(errors.filter((line) => !line.includes('wrong.py'))).to.deep.equal([]);
    expect(errors).not.to.deep.equal([]);
  }).timeout(INSTALL_MS);

  const execute = async (lang: CodeSample['lang'], source: string, apiKey: string) => {
    const commands = { curl: 'bash', TypeScript: process.execPath, Python: client.python() };
    // An error response must fail the program, like in both clients.
    const text = lang === 'curl' ? source.replace('curl -sS', 'curl --fail-with-body -sS') : source;
    await writeFile(join(project, FILES[lang]), text);
    const env = { API_KEY: apiKey };
    const { code, text: output } = await runTool(commands[lang], [FILES[lang]], project, env);
    expect(code, `${source}\n${output}`).to.equal(0);
    return output;
  };

  describe('with records', () => {
    const suite = registerSuite(new ApiSuite(), {
      env: () => ({ WEBHOOK_ALLOW: DEAF }),
      workers: { media: false, outbound: true },
    });
    for (const route of routes.filter(({ id }) => RUN.includes(id))) {
      it(`run in each language: ${route.id}`, async () => {
        for (const lang of LANGUAGES) {
          const customer = await suite.customer();
          const params = (await SAMPLES[route.id]?.prepare?.(suite, customer)) ?? {};
          const source = putIn(sourceOf(route, suite.api.url, lang), params);
          await execute(lang, source, customer.apiKey);
        }
      }).timeout(60_000);
    }
  });

  describe('with workers', () => {
    const suite = registerSuite(new ApiSuite(), { workers: {} });
    it('print the address of an image: createImage', async () => {
      const { apiKey } = await suite.customer();
      const [route] = routes.filter(({ id }) => id === 'createImage');
      if (!route) throw new Error('createImage does not exist');
      for (const lang of LANGUAGES) {
        const output = await execute(lang, sourceOf(route, suite.api.url, lang), apiKey);
        expect(output).to.match(lang === 'curl' ? /"status":"queued"/ : /^http\S+\.webp$/m);
      }
    }).timeout(60_000);
  });
});
