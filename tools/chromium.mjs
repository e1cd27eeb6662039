// Provides the browser of the tests: the Chromium that the npm package @sparticuz/chromium brings,
// unpacked once into the cache, with the libraries and the font that it needs.
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { provideFolder } from './cached-folder.mjs';
import { ROOT } from './install.mjs';
import { isExecutable } from './python-tool.mjs';
import { CACHE } from './setup.mjs';

const UNPACK =
  "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
/** The package unpacks its libraries only where it believes itself to be in this place. */
const WITH_LIBRARIES = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

/** The fonts of the machine, and the one of the package for a machine that has none. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/**
 * The browser to start: what CHROMIUM_PATH names, else the one of the package.
 * @returns {Promise<{ path: string, env: Record<string, string> }>} the executable, and what its
 *   process needs in its environment; rejects with the way out when the package has none for this
 *   machine
 */
export async function provideChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return { path: resolve(given), env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The browser of the tests comes for Linux on x64 alone. Install Chromium or Chrome, and name its executable in CHROMIUM_PATH.',
    );
  }
  const manifest = join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  const home = join(CACHE, 'chromium', version);
  const path = join(home, 'chromium');
  await provideFolder(
    home,
    () => isExecutable(path),
    async (work) => {
      const { status, stderr } = spawnSync(process.execPath, ['-e', UNPACK], {
        cwd: ROOT,
        // It unpacks into the folder of temporary files, under names of its own.
        env: { ...process.env, ...WITH_LIBRARIES, TMPDIR: work },
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`The browser could not be unpacked: ${stderr}`);
      await writeFile(join(work, 'fonts.conf'), FONTS);
    },
  );
  const libraries = [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean);
  const env = { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_FILE: join(home, 'fonts.conf') };
  return { path, env };
}
