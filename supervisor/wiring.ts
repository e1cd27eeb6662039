import { isTemporalAccess } from '../runtime/temporal-access.js';
import { findFreePort } from './find-free-port.js';
import type { Secrets } from './load-secrets.js';
import type { Servers } from './servers.js';
import { buildSocialDemoUrl } from './social-demo.js';
import type { PortName, Settings } from './settings.js';

/** The ports that one run uses. */
export interface Ports extends Readonly<Record<PortName, number>> {
  readonly workersMetrics: number;
  readonly temporalMetrics: number;
}

/**
 * Chooses every port: the preferred port if it is free, otherwise the next free one.
 * @param print called for each preferred port that is busy
 */
export async function choosePorts(
  { ports, databaseUrl, temporalAddress, s3Endpoint, socialDemo }: Settings,
  print: (text: string) => void,
): Promise<Ports> {
  const choose = async (what: string, preferred: number) => {
    const port = await findFreePort(preferred);
    if (preferred !== 0 && port !== preferred) {
      print(`Port ${preferred} is in use: ${what} uses ${port} instead.`);
    }
    return port;
  };
  const takeNone = async () => 0;
  const metrics = await choose('the metrics of the API', ports.metrics);
  // People rarely use the workers' ports, so a changed port is not announced.
  const workersMetrics = await findFreePort(metrics + 1);
  return {
    postgres: await (databaseUrl ? takeNone() : choose('PostgreSQL', ports.postgres)),
    temporal: await (temporalAddress ? takeNone() : choose('Temporal', ports.temporal)),
    temporalUi: await (temporalAddress ? takeNone() : choose('the Temporal UI', ports.temporalUi)),
    s3: await (s3Endpoint ? takeNone() : choose('S3', ports.s3)),
    api: await choose('the API', ports.api),
    socialDemo: await (socialDemo
      ? choose('the demo of social platforms', ports.socialDemo)
      : takeNone()),
    metrics,
    workersMetrics,
    temporalMetrics: await (temporalAddress ? takeNone() : findFreePort(workersMetrics + 1)),
  };
}

/** Prometheus metrics URLs by process; null if Temporal runs elsewhere. */
export type MetricsUrls = Readonly<Record<'api' | 'workers', string> & { temporal: string | null }>;

/**
 * Builds the metrics URLs of each process in this run; the workers also serve the SDK's metrics.
 */
export function buildMetricsUrls(
  ports: Ports,
  { temporal }: Pick<Servers, 'temporal'>,
): MetricsUrls {
  const { METRICS_HOST } = process.env;
  const buildMetricsUrl = (port: number) =>
    `${buildLocalUrl(port, { API_HOST: METRICS_HOST })}/metrics`;
  return {
    api: buildMetricsUrl(ports.metrics),
    workers: buildMetricsUrl(ports.workersMetrics),
    temporal: temporal && `http://localhost:${ports.temporalMetrics}/metrics`,
  };
}

/** Builds the URL of one of our ports for clients on this machine. */
export function buildLocalUrl(port: number, source: NodeJS.ProcessEnv = process.env): string {
  const host = source['API_HOST'];
  const everywhere = !host || ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  return `http://${everywhere ? 'localhost' : host}:${port}`;
}

/**
 * Builds the environment for our own processes; variables that the operator sets take precedence.
 */
export function buildPlatformEnv(
  servers: Servers,
  settings: Settings,
  secrets: Secrets,
  ports: Ports,
  source: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const s3Endpoint = settings.s3Endpoint ?? servers.s3?.endpoint;
  const defaults: NodeJS.ProcessEnv = {
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'media',
    S3_ACCESS_KEY: secrets.s3AccessKey,
    S3_SECRET_KEY: secrets.s3SecretKey,
    SECRETS_KEY: secrets.secretsKey,
    API_HOST: '127.0.0.1',
    PUBLIC_URL: buildLocalUrl(ports.api, source),
  };
  const settled: NodeJS.ProcessEnv = {
    DATABASE_URL: settings.databaseUrl ?? servers.postgres?.url,
    TEMPORAL_ADDRESS: settings.temporalAddress ?? servers.temporal?.address,
    S3_ENDPOINT: s3Endpoint,
    API_PORT: String(ports.api),
    ...(servers.temporal?.uiUrl && { TEMPORAL_UI_URL: servers.temporal.uiUrl }),
    // A checkout has one set of workers, so another build's runs would have no workers left.
    WORKER_BUILD_ID: '',
    ...(settings.socialDemo && { SOCIAL_DEMO_URL: buildSocialDemoUrl(ports.socialDemo) }),
  };
  const isOurs = settings.temporalAddress === null;
  // Temporal credentials in a developer's shell are for a different server, not for the one started
  // here.
  const given = Object.entries(source).filter(
    ([name, value]) => value !== '' && !(isOurs && isTemporalAccess(name)),
  );
  return { ...defaults, ...Object.fromEntries(given), ...settled };
}
