import { readFile, writeFile } from 'node:fs/promises';
import { DOCUMENTED_ROUTES } from './documented-routes.js';
import { openAiDocumentOf } from './openai/document.js';
import { buildOpenApi } from './openapi.js';

/** Writes both OpenAPI documents from their tables; with `--check`, fails if a file is outdated. */
const SERVER = 'http://localhost:8080';
const documents = {
  'openapi.json': buildOpenApi(DOCUMENTED_ROUTES, SERVER),
  'openapi.openai.json': openAiDocumentOf(SERVER),
};
for (const [name, document] of Object.entries(documents)) {
  const file = new URL(`../${name}`, import.meta.url);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (process.argv.includes('--check')) {
    const current = await readFile(file, 'utf8').catch(() => '');
    if (current === text) continue;
    console.error(`${name} is stale: run \`npm run openapi\` and commit it.`);
    process.exitCode = 1;
  } else {
    await writeFile(file, text);
  }
}
