import { createDeps, type Deps } from '../../runtime/deps.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { parseEnv } from '../../runtime/env.js';
import { startFaultServers, type FaultServers } from '../support/faults.js';
import { PlatformProcess, type ServiceName } from '../support/process.js';

/** A complete, separate platform with its three servers and the three processes that users run. */
export interface Platform {
  readonly servers: FaultServers;
  readonly processes: readonly PlatformProcess[];
  /** URL of the API. */
  readonly url: string;
  /** Lets the test read the database and the workflow runs. */
  readonly deps: Deps;
  stop(): Promise<void>;
}

/**
 * @param services the processes to start, in addition to the API
 * @param extra settings of all processes
 */
export async function startPlatform(
  services: readonly ServiceName[] = ['api', 'orchestrator', 'media'],
  extra: Record<string, string> = {},
): Promise<Platform> {
  const servers = await startFaultServers();
  const port = await findFreePort(0);
  const env = servers.env({ API_PORT: String(port), ...extra });
  const processes = await Promise.all(
    services.map((service) => PlatformProcess.start(service, env)),
  );
  const deps = await createDeps(parseEnv({ ...env, LOG_LEVEL: 'silent' }), 'admin');
  return {
    servers,
    processes,
    url: `http://127.0.0.1:${port}`,
    deps,
    async stop() {
      await Promise.all(processes.map((running) => running.stop()));
      await deps.close();
      await servers.stop();
    },
  };
}
