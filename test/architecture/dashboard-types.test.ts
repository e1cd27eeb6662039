import { glob, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { runTool } from '../contract/tool.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/.bin/tsc');
const API = join(ROOT, 'web/src/api');

/** The modules of the server that may be compiled with the dashboard: contracts, and the rules of captions and scripts. */
const CONTRACTS =
  /^(web\/src|api\/routes|domain\/(contract|catalogue|captions))\/|^api\/(contracts?|endpoint-types)\.ts$/;

const HEAD = [
  `import { apiQuery } from '${API}/queries';`,
  `import { request } from '${API}/request';`,
  `import type { Answer, Generation } from '${API}/contract';`,
  `const headers = { 'Idempotency-Key': 'once' };`,
  `const params = { id: 'gen_1' };`,
];

const RIGHT = [
  `export const state = (one: Generation) => one.status === 'failed';`,
  `export const plan = (account: Answer<'GET /account'>) => account.plan === 'free';`,
  `export const list = apiQuery('/generations', { query: { status: 'failed', limit: 5 } });`,
  `export const keys = apiQuery('/keys');`,
  `export const one = apiQuery('/generations/{id}', { params });`,
  `export const cancel = () => request('POST /generations/{id}/cancel', { params, headers });`,
];

const WRONG = [
  `export const field = (one: Generation) => one.stattus;`,
  `export const value = (one: Generation) => one.status === 'fialed';`,
  `export const path = apiQuery('/generation');`,
  `export const changing = apiQuery('/generations/{id}/cancel', { params });`,
  `export const query = apiQuery('/generations', { query: { limmit: 5 } });`,
  `export const filter = apiQuery('/generations', { query: { status: 'fialed' } });`,
  `export const noParams = apiQuery('/generations/{id}');`,
  `export const noKey = () => request('POST /generations/{id}/cancel', { params });`,
  `export const noBody = () => request('POST /keys', { headers });`,
  `export const body = () => request('POST /keys', { headers, body: { name: 1 } });`,
  `export const method = () => request('PUT /keys', { headers });`,
];

describe('dashboard types', () => {
  const folder = temporaryFolder('dashboard-types-');

  it('reject a wrong field, value, path or page input, and accept everything else', async () => {
    const lines = [...HEAD, ...RIGHT, ...WRONG];
    const settings = {
      extends: join(ROOT, 'web/tsconfig.json'),
      compilerOptions: { types: [] },
      include: [],
      files: ['page.ts'],
    };
    await writeFile(join(folder(), 'tsconfig.json'), JSON.stringify(settings));
    await writeFile(join(folder(), 'page.ts'), `${lines.join('\n')}\n`);
    const { text } = await runTool(TSC, ['-p', '.'], folder());
    const places = [...text.matchAll(/^(\S+)\((\d+),\d+\): error/gm)];
    expect(places.map(([, file]) => file).filter((file) => file !== 'page.ts')).to.deep.equal([]);
    const refused = new Set(places.map(([, , line]) => lines[Number(line) - 1]));
    expect([...refused], text).to.have.members(WRONG);
  });

  it('come only from the contracts: the dashboard does not import server code', async () => {
    const { text } = await runTool(TSC, ['-p', 'web', '--listFilesOnly'], ROOT);
    const files = text
      .split('\n')
      .filter((file) => file !== '' && !file.includes('/node_modules/'))
      .map((file) => relative(ROOT, file));
    expect(files).to.include('api/routes/generations.ts');
    expect(files.filter((file) => !CONTRACTS.test(file))).to.deep.equal([]);
  });

  it('leave the server through one type-only import, and rules through a module each', async () => {
    const imports: string[] = [];
    for await (const file of glob('web/src/**/*.{ts,tsx}', { cwd: ROOT })) {
      const code = await readFile(join(ROOT, file), 'utf8');
      const up = '../'.repeat(file.split('/').length - 1);
      for (const [statement, from = ''] of code.matchAll(/^(?:im|ex)port[^;]*?from '([^']+)';/gm)) {
        if (from.startsWith(up)) imports.push(`${file}: ${statement}`);
      }
    }
    expect(imports).to.have.members([
      "web/src/api/contract.ts: import type { Endpoints as All } from '../../../api/endpoint-types';",
      "web/src/captions/count-caption.ts: export { countCaption } from '../../../domain/captions/count-caption';",
      "web/src/generations/cloned-voices.ts: export { CLONED_LANGUAGES, isClonedKey } from '../../../domain/catalogue/cloned-voice';",
      "web/src/generations/speech-length.ts: export { estimateSpeechSeconds, findClipLength } from '../../../domain/catalogue/speech-length';",
      "web/src/generations/typical-time.ts: export { describeSeconds } from '../../../domain/catalogue/typical-time';",
    ]);
  });

  it('cover every contracts module', async () => {
    const modules = await readdir(join(ROOT, 'api/routes'));
    const known = await readFile(join(ROOT, 'api/contracts.ts'), 'utf8');
    const missing = modules.filter(
      (file) => !known.includes(`'./routes/${file.slice(0, -'.ts'.length)}.js'`),
    );
    expect(modules).to.have.length.above(20);
    expect(missing).to.deep.equal([]);
  });
}).timeout(120_000);
