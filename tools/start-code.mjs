// Compiles and packs the sources for `npm start`, once for each state of them: a process that runs on
// plain Node.js starts in a fraction of the time, and without the memory of a compiler.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { provideFolder } from './cached-folder.mjs';
import { hashFiles } from './hash-files.mjs';
import { NODE, ROOT } from './install.mjs';
import { linkPackages } from './link-packages.mjs';
import { runWithProgress } from './progress.mjs';

/** What decides how sources become code, beside the sources. */
const VERSIONS = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const PACKERS = ['tools/link-packages.mjs', 'tools/pack-code.mjs'];
/** The rooms of tsconfig.build.json: all that a process can load. */
const ROOMS = [
  'activities',
  'adapters',
  'api',
  'cli',
  'domain',
  'entities',
  'packages/stand-ins/package.json',
  'packages/stand-ins/social',
  'packages/studio',
  'runtime',
  'supervisor',
  'tracing',
  'workers',
  'workflows',
];
/** What a bundle of workflow code is made from: all that workflows import, and who bundles it. */
const BUNDLED = ['domain/catalogue', 'runtime', 'workers', 'workflows'];

/** In the checkout: packages are found from there, and no other checkout runs this code. */
const CODE = join(ROOT, 'dist', 'start');

/**
 * The folder with the compiled sources of this checkout; at once when nothing has changed.
 * @returns {Promise<string>} absolute path; rejects with what the compiler says of a source that
 *   it cannot read. It does not check types, which is the work of `npm run typecheck`.
 */
export async function provideCode() {
  const folder = join(CODE, await hashFiles([...ROOMS, ...VERSIONS, ...PACKERS]));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const words = ['-p', 'tsconfig.build.json', '--noCheck', '--sourceMap', 'false', '--outDir'];
  await provideFolder(
    folder,
    () => isThere(join(folder, 'supervisor', 'start.js')),
    async (work) => {
      try {
        await run('Compiling the sources (when they have changed)', [compiler, ...words, work]);
      } catch (error) {
        throw new Error(`The sources cannot be compiled.\n${error.message}`, { cause: error });
      }
      await linkPackages(work);
      await run('Packing them', [join(ROOT, 'tools', 'pack-code.mjs'), work]);
    },
  );
  return folder;
}

/**
 * The bundle of workflow code for orchestrators without a build, as `npm run build` makes it.
 * @returns {Promise<string>} absolute path of the file, beside it the one for encrypted histories
 */
export async function provideWorkflowBundle() {
  const folder = join(ROOT, 'dist', 'workflows', await hashFiles([...BUNDLED, ...VERSIONS]));
  const file = join(folder, 'workflow-bundle.js');
  await provideFolder(
    folder,
    () => isThere(file),
    (work) =>
      run('Bundling the workflows (when they have changed)', [
        '--import',
        join(ROOT, 'tools', 'ts-hooks.mjs'),
        join(ROOT, 'workers', 'build-bundle.ts'),
        work,
        '--plain',
      ]),
  );
  return file;
}

const run = (title, words) => runWithProgress(title, NODE, words, { cwd: ROOT });

const isThere = (path) =>
  access(path).then(
    () => true,
    () => false,
  );
