// Compiles and bundles the sources for `npm start` after each change. Compiled code starts in a
// fraction of the time, and needs no memory for a compiler.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { provideFolder } from './cached-folder.mjs';
import { hashFiles } from './hash-files.mjs';
import { NODE, ROOT } from './install.mjs';
import { linkPackages } from './link-packages.mjs';
import { runWithProgress } from './progress.mjs';

/** Inputs of the build, in addition to the sources. */
const VERSIONS = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const PACKERS = ['tools/link-packages.mjs', 'tools/pack-code.mjs'];
/** The folders in tsconfig.build.json, which contain all code that a process can load. */
const FOLDERS = [
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
/**
 * Inputs of the workflow bundle: everything that the workflows import, and the code that bundles
 * them.
 */
const BUNDLED = ['domain/catalogue', 'runtime', 'workers', 'workflows'];

/**
 * The folder is inside the checkout, because packages are resolved from there, and no other
 * checkout runs this code.
 */
const CODE = join(ROOT, 'dist', 'start');

/**
 * Provides the folder with the compiled sources; returns immediately if nothing has changed.
 * @returns {Promise<string>} absolute path; rejects with the compiler's errors if it cannot parse a
 * source. Types are not checked: `npm run typecheck` checks them.
 */
export async function provideCode() {
  const folder = join(CODE, await hashFiles([...FOLDERS, ...VERSIONS, ...PACKERS]));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const words = ['-p', 'tsconfig.build.json', '--noCheck', '--sourceMap', 'false', '--outDir'];
  await provideFolder(
    folder,
    async () => existsSync(join(folder, 'supervisor', 'start.js')),
    async (work) => {
      try {
        await run('Compiling the sources (only after changes)', [compiler, ...words, work]);
      } catch (error) {
        throw new Error(`The sources do not compile.\n${error.message}`, { cause: error });
      }
      await linkPackages(work);
      await run('Bundling the compiled code', [join(ROOT, 'tools', 'pack-code.mjs'), work]);
    },
  );
  return folder;
}

/**
 * Provides the workflow bundle for unversioned orchestrators, as `npm run build` creates it.
 * @returns {Promise<string>} absolute path; the bundle for encrypted histories is in the same
 * folder
 */
export async function provideWorkflowBundle() {
  const folder = join(ROOT, 'dist', 'workflows', await hashFiles([...BUNDLED, ...VERSIONS]));
  const file = join(folder, 'workflow-bundle.js');
  await provideFolder(
    folder,
    async () => existsSync(file),
    (work) =>
      run('Bundling the workflows (only after changes)', [
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
