import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { sealedBundle } from '../runtime/env-temporal.js';
import { SEALED_BUNDLE } from '../runtime/temporal-connection.js';
import { WORKFLOW_CODE } from './workflow-code.js';

/**
 * Writes the workflow bundles that production loads (`npm run build`): one for histories in clear
 * text, one for those with a codec. They go to `dist`, or to the folder of the first word.
 */
const folder = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url));
const target = join(folder, 'workflow-bundle.js');
await mkdir(folder, { recursive: true });
for (const [file, more] of [
  [target, {}],
  [sealedBundle(target), SEALED_BUNDLE],
] as const) {
  const { code } = await bundleWorkflowCode({ ...WORKFLOW_CODE, ...more });
  await writeFile(file, code);
  console.log(`${basename(file)}: ${(code.length / 1e6).toFixed(2)} MB`);
}
