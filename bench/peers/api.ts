import type { AddressInfo } from 'node:net';
import { provideCode } from '../../tools/start-code.mjs';

/**
 * Runs the API like `npm start`. With `WITHOUT_TEMPORAL=1`, the API does not start workflows
 * itself.
 */
const code = await provideCode();
const { createApp } = (await import(`${code}/api/app.js`)) as typeof import('../../api/app.js');
const { createDeps } = (await import(
  `${code}/runtime/deps.js`
)) as typeof import('../../runtime/deps.js');
const { parseEnv } = (await import(
  `${code}/runtime/env.js`
)) as typeof import('../../runtime/env.js');
const deps = await createDeps(parseEnv(), 'api');
const startWorkflow = process.env['WITHOUT_TEMPORAL'] ? async () => undefined : deps.startWorkflow;
const server = createApp({ ...deps, startWorkflow }).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
// Exits when the parent process has ended.
process.once('disconnect', () => process.exit());
