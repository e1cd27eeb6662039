import { createDeps, type Deps } from '../../runtime/deps.js';
import { parseEnv } from '../../runtime/env.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import {
  FAL_KEY,
  startFalFake,
  type FalFake,
} from '@media-platform/stand-ins/providers/fal/fake.js';
import { buildCustomer, type Customer } from '../support/accounts.js';
import { startFaultServers, type FaultServers } from '../support/faults.js';
import { OtlpReceiver } from '../support/otlp-receiver.js';
import { PlatformProcess, type ServiceName } from '../support/process.js';
import { Receiver } from '../support/receiver.js';

const SERVICES = ['api', 'orchestrator', 'media', 'outbound'] as const;

/** Platform as users run it, with a collector of traces and the metrics of each process. */
export interface Watched {
  readonly servers: FaultServers;
  readonly collector: OtlpReceiver;
  readonly receiver: Receiver;
  readonly vendor: FalFake;
  readonly deps: Deps;
  readonly customer: Customer;
  /** Reads `/metrics` of a process, like Prometheus. */
  scrape(service: ServiceName): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the four processes on separate servers, with one vendor, and creates an account. */
export async function startWatched(): Promise<Watched> {
  const servers = await startFaultServers();
  const collector = await OtlpReceiver.start();
  const receiver = await Receiver.start();
  const vendor = await startFalFake();
  const port = await findFreePort(0);
  const env = servers.env({
    API_PORT: String(port),
    WEBHOOK_ALLOW: receiver.origin,
    FAL_API_KEY: FAL_KEY,
    FAL_URL: vendor.url,
    EGRESS_ALLOW: vendor.url,
  });
  const deps = await createDeps(parseEnv({ ...env, LOG_LEVEL: 'silent' }), 'admin');
  const ports = new Map<ServiceName, number>();
  for (const service of SERVICES) ports.set(service, await findFreePort(0));
  const traced = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const processes = await Promise.all(
    SERVICES.map((service) =>
      PlatformProcess.start(service, { ...traced, METRICS_PORT: String(ports.get(service)) }),
    ),
  );
  return {
    servers,
    collector,
    receiver,
    vendor,
    deps,
    customer: await buildCustomer(deps.db, `http://127.0.0.1:${port}`),
    async scrape(service) {
      return (await fetch(`http://127.0.0.1:${ports.get(service)}/metrics`)).text();
    },
    async stop() {
      await Promise.all(processes.map((running) => running.stop()));
      await deps.close();
      await Promise.all([vendor.stop(), receiver.stop(), collector.stop()]);
      await servers.stop();
    },
  };
}
