import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provideFolder } from './cached-folder.mjs';
import { runWithProgress } from './progress.mjs';
import { isExecutable } from './python-tool.mjs';
import { CACHE } from './setup.mjs';

/**
 * Provides npm packages that only tests need, pinned by a separate lockfile. Later calls use the
 * cache.
 * @param {object} options
 * @param {string} options.name name of the folder in the cache
 * @param {string} options.pins folder with package.json and package-lock.json
 * @param {string} options.executable one of the executables, which shows that all are installed
 * @param {string} options.title progress message
 * @returns {Promise<string>} absolute path of the folder of their executables; rejects with the end
 * of npm's output if they cannot be installed
 */
export async function provideNpmFolder({ name, pins, executable, title }) {
  const lock = await readFile(join(pins, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const home = join(CACHE, name, version);
  const bin = join(home, 'node_modules', '.bin');
  await provideFolder(
    home,
    () => isExecutable(join(bin, executable)),
    async (work) => {
      for (const file of ['package.json', 'package-lock.json']) {
        await copyFile(join(pins, file), join(work, file));
      }
      // Skip the packages' install scripts, which only report usage statistics.
      const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
      await runWithProgress(title, 'npm', ['ci', ...options], { cwd: work });
    },
  );
  return bin;
}
