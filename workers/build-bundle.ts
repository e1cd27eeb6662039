import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { nameBundle } from '../runtime/env-temporal.js';
import { SEALED_BUNDLE } from '../runtime/temporal-connection.js';
import { VERSIONED_CODE, WORKFLOW_CODE } from '../runtime/workflow-code.js';

/**
 * Writes the workflow bundles for production (`npm run build`): for workers without and with a
 * build id, each for plain-text and for encrypted histories. The first argument is the output
 * folder (default: `dist`); `--plain` writes only the bundles without a build id.
 */
const words = process.argv.slice(2);
const [folder = fileURLToPath(new URL('../dist', import.meta.url))] = words.filter(
  (word) => !word.startsWith('--'),
);
const target = join(folder, 'workflow-bundle.js');
await mkdir(folder, { recursive: true });
for (const versioned of words.includes('--plain') ? [false] : [false, true]) {
  for (const sealed of [false, true]) {
    const { code } = await bundleWorkflowCode({
      ...(versioned ? VERSIONED_CODE : WORKFLOW_CODE),
      ...(sealed && SEALED_BUNDLE),
    });
    const file = nameBundle(target, { versioned, sealed });
    await writeFile(file, code);
    console.log(`${basename(file)}: ${(code.length / 1e6).toFixed(2)} MB`);
  }
}
