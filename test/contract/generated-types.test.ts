import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { provideNpmTools, providePython } from '../../tools/openapi-tools.mjs';
import { document } from './document.js';
import { runTool } from './tool.js';
import { PYTHON_CASES, typescriptCases, type TypeCases } from './type-cases.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const INSTALL_MS = 300_000;
const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
const STRICT = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];

describe('types generated from openapi.json', () => {
  let bin: string;
  let python: string;
  const folder = temporaryFolder('openapi-types-');
  before(async function () {
    this.timeout(INSTALL_MS);
    bin = await provideNpmTools();
    python = await providePython();
    await writeFile(join(folder(), 'openapi.json'), JSON.stringify(document));
  });

  /** Lists the lines in which a compiler reports an error. */
  async function refusedLines(
    { head, right, wrong }: TypeCases,
    file: string,
    compile: (file: string) => Promise<string>,
  ): Promise<string[]> {
    const lines = [...head, ...right, ...wrong];
    await writeFile(join(folder(), file), `${lines.join('\n')}\n`);
    const complaints = (await compile(file)).matchAll(/^([\w./-]+)[(:](\d+)[,:].*error/gm);
    const places = [...complaints].map(([, where = '', line]) => [where, Number(line)] as const);
    expect(
      places.filter(([where]) => where !== file),
      'complaints of other files',
    ).to.deep.equal([]);
    return [...new Set(places.map(([, line]) => lines[line - 1] ?? ''))];
  }

  /** Expects that correct requests compile, and that each wrong request has an error on its own line. */
  async function expectTypes(
    cases: TypeCases,
    file: string,
    compile: (file: string) => Promise<string>,
  ) {
    expect(await refusedLines(cases, file, compile)).to.have.members([...cases.wrong]);
  }

  const tsc = async (file: string) => (await runTool(TSC, [...STRICT, file], folder())).text;

  it('accept correct requests and reject a wrong value and a misspelt field (openapi-typescript)', async () => {
    const args = ['openapi.json', '--output', 'by-openapi-typescript.ts'];
    const made = await runTool(join(bin, 'openapi-typescript'), args, folder());
    expect(made.code, made.text).to.equal(0);
    const cases = typescriptCases(
      "import type { components } from './by-openapi-typescript.js';",
      (name) => `components['schemas']['${name}']`,
    );
    await expectTypes(cases, 'use-openapi-typescript.ts', tsc);
  });

  it('accept correct requests and reject a wrong value and a misspelt field (@hey-api/openapi-ts)', async () => {
    const args = ['-i', 'openapi.json', '-o', 'hey', '-p', '@hey-api/typescript'];
    const made = await runTool(join(bin, 'openapi-ts'), args, folder());
    expect(made.code, made.text).to.equal(0);
    const cases = typescriptCases(
      "import type * as api from './hey/types.gen.js';",
      (name) => `api.${name}`,
    );
    await expectTypes(cases, 'use-hey-api.ts', tsc);
  });

  it('accept correct requests and reject a wrong value and a misspelt field (openapi-python-client)', async () => {
    const config = join(folder(), 'python.yaml');
    // Without this option the generator omits every response that is neither JSON nor plain bytes.
    const types = 'content_type_overrides: {application/zip: application/octet-stream}';
    await writeFile(config, `post_hooks: []\n${types}\n`);
    const made = await runTool(
      python,
      [
        '-m',
        'openapi_python_client',
        'generate',
        '--path',
        'openapi.json',
        '--meta',
        'none',
        '--output-path',
        'client',
        '--config',
        config,
        '--fail-on-warning',
      ],
      folder(),
    );
    expect(made.code, made.text).to.equal(0);
    const compiled = await runTool(python, ['-m', 'compileall', '-q', 'client'], folder());
    expect(compiled.code, compiled.text).to.equal(0);
    const mypy = ['-m', 'mypy', '--strict', '--follow-imports=silent', '--cache-dir', 'cache'];
    const check = async (file: string) => (await runTool(python, [...mypy, file], folder())).text;
    await expectTypes(PYTHON_CASES, 'use.py', check);
  });

  it('parse the example responses in Python (openapi-python-client)', async () => {
    await mkdir(join(folder(), 'answers'));
    const text = await readFile(
      new URL('../../api/openapi/examples.json', import.meta.url),
      'utf8',
    );
    await writeFile(join(folder(), 'answers', 'all.json'), text);
    const program = [
      'import json',
      'from client.models import *',
      'made = json.load(open("answers/all.json", encoding="utf-8"))["answers"]',
      'print(type(GenerationList.from_dict(made["listGenerations"]).data[0]).__name__)',
      'print(type(VideoGeneration.from_dict(made["createVideo"])).__name__)',
      'print(Account.from_dict(made["getAccount"]).plan.value)',
    ];
    await writeFile(join(folder(), 'read.py'), program.join('\n'));
    const { text: printed } = await runTool(python, ['read.py'], folder());
    expect(printed.trim().split('\n')).to.deep.equal([
      'ImageGeneration',
      'VideoGeneration',
      'creator',
    ]);
  });
}).timeout(180_000);
