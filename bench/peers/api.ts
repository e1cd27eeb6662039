import type { AddressInfo } from 'node:net';
import { createApp } from '../../api/app.js';
import { createDeps } from '../../runtime/deps.js';
import { parseEnv } from '../../runtime/env.js';

/** The API as it is. `WITHOUT_TEMPORAL=1` leaves the start of the workflow to the relay. */
const deps = await createDeps(parseEnv(), 'api');
const startWorkflow = process.env['WITHOUT_TEMPORAL'] ? async () => undefined : deps.startWorkflow;
const server = createApp({ ...deps, startWorkflow }).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
