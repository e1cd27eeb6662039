// Provides the packed client in an otherwise empty project, as its users install it, and the tools
// that check the package.
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provideFolder } from './cached-folder.mjs';
import { hashFiles } from './hash-files.mjs';
import { ROOT } from './install.mjs';
import { provideNpmFolder } from './npm-folder.mjs';
import { runWithProgress } from './progress.mjs';
import { CACHE } from './setup.mjs';

const PACKAGE = 'packages/client';
const INPUTS = [
  'bin',
  'src',
  'package.json',
  'README.md',
  'tsconfig.json',
  'tsconfig.cli.json',
  'build.mjs',
  'write-types.mjs',
];
const OFFLINE = ['--offline', '--no-audit', '--no-fund'];

/**
 * Packs the client and installs the tarball offline, once per version of its sources. The folder is
 * outside of the checkout, so the client finds no other package.
 * @returns {Promise<string>} absolute path of the project, which also holds the tarball
 */
export async function provideClientProject() {
  const version = await hashFiles(['openapi.json', ...INPUTS.map((name) => `${PACKAGE}/${name}`)]);
  const home = join(CACHE, 'client-project', version);
  await provideFolder(
    home,
    async () => existsSync(join(home, 'node_modules', '@media-platform', 'client', 'dist')),
    async (work) => {
      await writeFile(join(work, 'package.json'), '{ "private": true, "type": "module" }\n');
      const pack = ['pack', '--pack-destination', work];
      await runWithProgress('Packing the client', 'npm', pack, { cwd: join(ROOT, PACKAGE) });
      const tarball = (await readdir(work)).find((name) => name.endsWith('.tgz'));
      const install = ['install', ...OFFLINE, `./${tarball}`];
      await runWithProgress('Installing the packed client', 'npm', install, { cwd: work });
    },
  );
  return home;
}

/**
 * Provides the executables `publint` and `attw`, pinned in tools/client-checks/package-lock.json.
 * @returns {Promise<string>} absolute path of their folder
 */
export const provideClientChecks = () =>
  provideNpmFolder({
    name: 'client-checks',
    pins: fileURLToPath(new URL('client-checks/', import.meta.url)),
    executable: 'attw',
    title: 'Installing the checks of npm packages (first time only)',
  });
