import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

/** Writes the workflow bundle that production loads (`npm run build`). */
const target = new URL('../dist/workflow-bundle.js', import.meta.url);
const { code } = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)),
});
await mkdir(new URL('.', target), { recursive: true });
await writeFile(target, code);
console.log(`workflow bundle: ${(code.length / 1e6).toFixed(2)} MB`);
