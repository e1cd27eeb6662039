import { join, resolve } from 'node:path';
import { isSocialDemoWanted } from './social-demo.js';
import { findCheckout } from '../runtime/checkout.js';
import { EnvReader } from '../runtime/env-reader.js';
import { readTemporalProfile } from '../runtime/env-temporal.js';
import { isProfileWanted } from '../runtime/temporal-access.js';

/**
 * Settings for `npm start` from the environment. If a server's setting is null, the server is
 * started here.
 */
export interface Settings {
  /** The checkout's path. */
  readonly root: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly temporalAddress: string | null;
  readonly s3Endpoint: string | null;
  readonly temporalBinary: string;
  readonly s3Binary: string;
  /** True if the social platforms' stand-ins run as well. */
  readonly socialDemo: boolean;
  /** Preferred ports; a busy port is replaced by the next free one. */
  readonly ports: Readonly<Record<PortName, number>>;
}

export type PortName =
  | 'postgres'
  | 'temporal'
  | 'temporalUi'
  | 's3'
  | 'api'
  | 'metrics'
  | 'socialDemo';

const PORTS: Record<PortName, { variable: string; preferred: number }> = {
  postgres: { variable: 'POSTGRES_PORT', preferred: 54_320 },
  temporal: { variable: 'TEMPORAL_PORT', preferred: 7_233 },
  temporalUi: { variable: 'TEMPORAL_UI_PORT', preferred: 8_233 },
  s3: { variable: 'S3_PORT', preferred: 9_000 },
  api: { variable: 'API_PORT', preferred: 8_080 },
  metrics: { variable: 'METRICS_PORT', preferred: 9_464 },
  socialDemo: { variable: 'SOCIAL_DEMO_PORT', preferred: 8_090 },
};

/** Returns the address in the selected Temporal profile; null if no profile is selected. */
function readProfileAddress(source: NodeJS.ProcessEnv, problems: string[]): string | null {
  if (!isProfileWanted(source)) return null;
  const read = new EnvReader(source);
  const { address } = readTemporalProfile(read);
  if (!address && read.problems.length === 0)
    problems.push('The selected Temporal profile has no address');
  problems.push(...read.problems);
  return address;
}

/**
 * Parses the environment.
 * @throws {Error} that lists every invalid variable
 */
export function readSettings(source: NodeJS.ProcessEnv = process.env): Settings {
  const root = findCheckout();
  const problems: string[] = [];
  const readText = (name: string) => source[name]?.trim() || null;
  const ports = Object.entries(PORTS).map(([key, { variable, preferred }]) => {
    const port = Number(readText(variable) ?? preferred);
    const usable = Number.isInteger(port) && port >= 0 && port <= 65_535;
    if (!usable) problems.push(`${variable} must be a port number, not "${readText(variable)}"`);
    return [key, port];
  });
  const readTool = (server: string | null, name: string) => {
    const path = readText(name);
    if (!server && !path)
      problems.push(`${name} is not set. Start the platform with \`npm start\`, which sets it`);
    return path ?? '';
  };
  const temporalAddress = readText('TEMPORAL_ADDRESS') ?? readProfileAddress(source, problems);
  const s3Endpoint = readText('S3_ENDPOINT');
  const settings: Settings = {
    root,
    dataDir: join(resolve(root, readText('DATA_DIR') ?? '.data')),
    databaseUrl: readText('DATABASE_URL'),
    temporalAddress,
    s3Endpoint,
    temporalBinary: readTool(temporalAddress, 'TEMPORAL_BIN'),
    s3Binary: readTool(s3Endpoint, 'VERSITYGW_BIN'),
    socialDemo: isSocialDemoWanted(source, problems),
    ports: Object.fromEntries(ports) as Record<PortName, number>,
  };
  if (s3Endpoint && !(readText('S3_ACCESS_KEY') && readText('S3_SECRET_KEY'))) {
    problems.push('S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY');
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return settings;
}
