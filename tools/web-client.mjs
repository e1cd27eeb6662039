// `npm run web:client`: makes web/src/api of openapi.json. The generator is one of the pinned tools,
// because it needs TypeScript 5 beside the TypeScript 7 of this checkout.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { provideNpmTools } from './openapi-tools.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Makes the client of the dashboard.
 * @param {string} folder where its files go; what was there is removed
 */
export async function writeWebClient(folder) {
  const tools = await provideNpmTools();
  await rm(folder, { recursive: true, force: true });
  await promisify(execFile)(
    join(tools, 'openapi-ts'),
    ['--file', join(ROOT, 'web', 'client.config.mjs')],
    { env: { ...process.env, WEB_CLIENT_FOLDER: folder } },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeWebClient(join(ROOT, 'web', 'src', 'api'));
}
