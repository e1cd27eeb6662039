import { readFile, writeFile } from 'node:fs/promises';
import { insertModelList, writeDefaultList } from '../../api/docs/model-pages.js';
import { DEFAULT_MODELS } from '../support/offered-models.js';
import { endpointsPage } from './endpoints.js';
import { withSections } from './sections.js';
import { vectorsFile } from './vectors.js';

/**
 * Writes the generated parts of the docs: `tsx test/docs/write.ts`. Tests in this folder check
 * them.
 */
const page = new URL('../../docs/webhooks.md', import.meta.url);
await writeFile(page, withSections(await readFile(page, 'utf8')));
await writeFile(new URL('../../docs/signature-vectors.json', import.meta.url), vectorsFile());
await writeFile(new URL('../../docs/endpoints.md', import.meta.url), endpointsPage());
const models = new URL('../../docs/models.md', import.meta.url);
const list = writeDefaultList(DEFAULT_MODELS);
await writeFile(models, insertModelList(await readFile(models, 'utf8'), list));
