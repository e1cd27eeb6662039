// Provides the browser for the tests: the Chromium in the npm package @sparticuz/chromium. It is
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
/** The package unpacks its libraries only if it detects this environment. */
const WITH_LIBRARIES = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

/** The machine's fonts, and the package's font for a machine that has no fonts. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/**
 * Provides the browser from CHROMIUM_PATH, or from the package if that is not set.
 * @returns {Promise<{ path: string, env: Record<string, string> }>} the executable, and the
 * environment variables that it needs; rejects with instructions if the package does not support
 * this machine
 */
export async function provideChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return { path: resolve(given), env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The bundled test browser supports only Linux on x64. Install Chromium or Chrome, and set CHROMIUM_PATH to its executable.',
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
        // The package unpacks into the folder for temporary files, with file names that it chooses.
        env: { ...process.env, ...WITH_LIBRARIES, TMPDIR: work },
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`The test browser could not be unpacked: ${stderr}`);
      await writeFile(join(work, 'fonts.conf'), FONTS);
    },
  );
  const libraries = [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean);
  const env = { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_FILE: join(home, 'fonts.conf') };
  return { path, env };
}
