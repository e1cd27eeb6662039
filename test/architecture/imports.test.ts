import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { MODULES, type ModuleRow } from './modules.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = [...new Set(MODULES.map(({ module }) => module.replace(/\/.*/, ''))), 'web/src'];
const SOURCES = `{${FOLDERS.join()}}/**/*.{ts,tsx,mjs}`;

/** Declarations, builds of packages, and their tests, which may import test libraries. */
const IS_OTHER = /\.d\.mts$|^packages\/[^/]+\/(test|node_modules|dist)\//;

/** Between the keyword and the name are only names, commas, braces and asterisks. */
const STATIC = /^(?:import|export)\s+(type\s)?(?:[\w$*{},\s]*?\sfrom\s+)?'([^']+)'/gm;
const DYNAMIC = /\bimport()\('(\.[^']+)'\)/g;

/** Finds the row of a file: the row of the file itself, or of its innermost folder. Pages have no row in the table. */
function findModule(file: string): string {
  const path = file.replace(/\.\w+$/, '');
  const own = MODULES.filter(({ module }) => module === path || path.startsWith(`${module}/`));
  const page = /^web\/src\/pages\/[^/]+(?=\/)/.exec(file)?.[0];
  return own.toSorted((a, b) => b.module.length - a.module.length)[0]?.module ?? page ?? '';
}

function mayImport(row: ModuleRow, target: string | null, name: string, isType: boolean): boolean {
  if (target !== null) {
    const module = findModule(target);
    return [row.module, ...row.imports, ...(isType ? (row.types ?? []) : [])].includes(module);
  }
  if (name.startsWith('node:')) return !row.pure;
  const isListed = row.packages?.some((one) => name === one || name.startsWith(`${one}/`));
  return isListed === true || (isType && row.types !== undefined);
}

/** Lists the imports of a file that the table refuses. */
function listRefused(file: string, text: string): string[] {
  const module = findModule(file);
  const row = MODULES.find((one) => one.module === module);
  const refused = [...text.matchAll(STATIC), ...text.matchAll(DYNAMIC)].filter(
    ([, type, name = '']) => {
      const target = name.startsWith('.') ? join(file, '..', name) : null;
      if (row) return !mayImport(row, target, name, Boolean(type));
      // A page may not import another page. All other files of the dashboard are unrestricted.
      return module !== '' && target !== null && !['', module].includes(findModule(target));
    },
  );
  return refused.map(([, , name]) => `${file} -> ${name}`);
}

/** Imports that the table must never allow, in every form of an import. */
const NEVER: readonly (readonly [file: string, statement: string])[] = [
  ...['koa', 'minio', 'undici', '@temporalio/client', '../../api/route.js'].flatMap((name) =>
    ['ledger', 'accounts', 'generations'].map(
      (module) => [`domain/${module}/p.ts`, `import x from '${name}';`] as const,
    ),
  ),
  ...['typeorm', 'node:fs', 'koa', '../runtime/deps.js'].map(
    (name) => ['workflows/p.ts', `import * as x from '${name}';`] as const,
  ),
  ['workflows/p.ts', `export { one } from '../entities/account.js';`],
  ['workflows/p.ts', `export * from '../entities/account.js';`],
  ['workflows/p.ts', `import '../entities/account.js';`],
  ['workflows/p.ts', `import type { One } from '../entities/account.js';`],
  ['workflows/p.ts', `import {\n  type One,\n  two,\n} from '../domain/contract/image.js';`],
  ['workflows/p.ts', `  const x = await import('../domain/contract/image.js');`],
  ['api/routes/p.ts', `import { Client } from '@temporalio/client';`],
  ['api/routes/p.ts', `import { createStore } from '../../adapters/store/s3-object-store.js';`],
  ['adapters/providers/fal/p.ts', `import { reserve } from '../../../domain/ledger/reserve.js';`],
  [
    'adapters/providers/local/p.ts',
    `import { x } from '../../../packages/studio/clip/render-clip.js';`,
  ],
  ['packages/studio/clip/p.ts', `import { PLANS } from '../../../domain/catalogue/plans.js';`],
  ['supervisor/p.ts', `import { server } from '../api/server.js';`],
  ['cli/p.ts', `import { x } from '../test/support/hooks.js';`],
  ['tools/p.mjs', `import koa from 'koa';`],
  ['web/src/pages/keys/p.tsx', `import { ROLES } from '../team/roles';`],
  ['web/src/pages/uploads/boxes/p.tsx', `import { ROLES } from '../../team/roles';`],
];

describe('import rules', () => {
  it('allow a module to import only modules above it in the table', () => {
    const wrong = MODULES.flatMap(({ module, imports, types = [] }, at) => {
      const above = new Set(MODULES.slice(0, at).map((row) => row.module));
      return [...imports, ...types].filter((name) => !above.has(name)).map((to) => [module, to]);
    });
    expect(wrong).to.deep.equal([]);
  });

  it('are followed by every product file, and every product file has a row in the table', () => {
    const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !IS_OTHER.test(file));
    expect(files.length).to.be.above(1_000);
    const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
    expect(files.flatMap((file) => listRefused(file, read(file)))).to.deep.equal([]);
    const free = files.filter((file) => findModule(file) === '' && !file.startsWith('web/'));
    expect(free, 'files without a row in modules.ts').to.deep.equal([]);
  });

  for (const [file, statement] of NEVER) {
    it(`refuse ${statement.replaceAll(/\s+/g, ' ')} in ${file}`, () => {
      expect(listRefused(file, `// A file.\n${statement}\n`)).to.have.length(1);
    });
  }
});
