import { readFile, writeFile } from 'node:fs/promises';
import { withSections } from './sections.js';
import { vectorsFile } from './vectors.js';

/** Writes what docs take from the code: `tsx test/docs/write.ts`. webhooks.test.ts checks it. */
const page = new URL('../../docs/webhooks.md', import.meta.url);
await writeFile(page, withSections(await readFile(page, 'utf8')));
await writeFile(new URL('../../docs/signature-vectors.json', import.meta.url), vectorsFile());
