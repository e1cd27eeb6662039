import { mkdir, writeFile } from 'node:fs/promises';
import { bundleWorkflowCode } from '@temporalio/worker';
import { WORKFLOW_CODE } from './workflow-code.js';

/** Writes the workflow bundle that production loads (`npm run build`). */
const target = new URL('../dist/workflow-bundle.js', import.meta.url);
const { code } = await bundleWorkflowCode({ ...WORKFLOW_CODE });
await mkdir(new URL('.', target), { recursive: true });
await writeFile(target, code);
console.log(`workflow bundle: ${(code.length / 1e6).toFixed(2)} MB`);
