import { rmSync } from 'node:fs';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { provideTools } from '../../tools/setup.mjs';
import { Part } from './faults.js';
import { makeRunFolder } from './run-folder.js';

/** A Temporal server of one suite, whose settings for a whole queue affect no other suite. */
export interface OwnTemporal {
  /** The environment of a process that uses it. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * @param config dynamic configuration of the server, by key
 * @throws {Error} when it does not start
 */
export async function startOwnTemporal(
  config: Readonly<Record<string, number>> = {},
): Promise<OwnTemporal> {
  const { temporal: binary } = await provideTools(['temporal']);
  const folder = makeRunFolder();
  const part = new Part(folder, 'temporal', {
    temporal: { binary, port: await findFreePort(0), uiPort: null, config },
  });
  const { temporal } = await part.start();
  if (!temporal) throw new Error('Temporal was not started');
  return {
    env: { TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: 'default' },
    async stop() {
      await part.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
