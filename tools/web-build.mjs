// Builds the dashboard in `web/` for `npm start` whenever its files have changed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { provideFolder } from './cached-folder.mjs';
import { hashFiles } from './hash-files.mjs';
import { NODE, ROOT } from './install.mjs';
import { runWithProgress } from './progress.mjs';
import { CACHE } from './setup.mjs';

/**
 * Provides the folder of the built dashboard; returns immediately if nothing has changed since the
 * last build.
 * @returns {Promise<string>} absolute path; rejects with the end of the build's output if the build
 * fails
 */
export async function provideDashboard() {
  const folder = join(
    CACHE,
    'web',
    await hashFiles([
      'web',
      'domain/captions',
      'domain/catalogue/cloned-voice.ts',
      'domain/catalogue/speech-length.ts',
      'domain/catalogue/typical-time.ts',
      'package-lock.json',
    ]),
  );
  await provideFolder(
    folder,
    async () => existsSync(join(folder, 'index.html')),
    (work) =>
      runWithProgress(
        'Building the dashboard (only after changes in web/)',
        NODE,
        [
          join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'),
          'build',
          'web',
          '--logLevel',
          'warn',
        ],
        { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production', WEB_OUT: work } },
      ),
  );
  return folder;
}
