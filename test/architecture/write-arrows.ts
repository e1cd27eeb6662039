import { writeFile } from 'node:fs/promises';
import { arrowsFile } from './arrows.js';

await writeFile(new URL('../../.oxlint-arrows.json', import.meta.url), arrowsFile());
