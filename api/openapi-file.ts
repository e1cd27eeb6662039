import { readFile, writeFile } from 'node:fs/promises';
import { buildOpenApi } from './openapi.js';
import { ROUTES } from './table.js';

/** Writes `openapi.json` from the route table. With `--check`, fails if the file is outdated. */
const file = new URL('../openapi.json', import.meta.url);
const text = `${JSON.stringify(buildOpenApi(ROUTES, 'http://localhost:8080'), null, 2)}\n`;
if (process.argv.includes('--check')) {
  const current = await readFile(file, 'utf8').catch(() => '');
  if (current !== text) {
    console.error('openapi.json is stale: run `npm run openapi` and commit it.');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, text);
}
