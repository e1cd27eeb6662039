import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  loadClientConfigProfile,
  toClientOptions,
  type ClientConfigProfile,
  type ConfigDataSource,
} from '@temporalio/envconfig';

type Variables = Readonly<Record<string, string>>;

/** How a connection gets in. Empty: in clear text and without a key, as the local server does. */
export type TemporalAccess = Pick<
  ReturnType<typeof toClientOptions>['connectionOptions'],
  'tls' | 'apiKey' | 'metadata'
>;

/** What Temporal's own variables, and a profile of its file, say of a server. */
export interface TemporalProfile {
  readonly address: string | null;
  readonly namespace: string | null;
  readonly access: TemporalAccess;
}

const NOTHING: TemporalProfile = { address: null, namespace: null, access: {} };

/** A file of profiles is read only when one of these asks for it. */
const ASK_FOR_FILE = ['TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'];

/** What else says how a connection gets in, as Temporal's own tools read it. */
const ACCESS = [
  'TEMPORAL_API_KEY',
  'TEMPORAL_TLS',
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_CERT_DATA',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_DATA',
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
  'TEMPORAL_TLS_SERVER_CA_CERT_DATA',
  'TEMPORAL_TLS_SERVER_NAME',
];
const DISABLE_CHECK = 'TEMPORAL_TLS_DISABLE_HOST_VERIFICATION';
const PLACE = ['TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE'];
/** Where Temporal's own tools look for the file of profiles. */
const HOME = /^(HOME|XDG_CONFIG_HOME|APPDATA)$/;
/** Headers of each call; their names follow. */
const HEADER = 'TEMPORAL_GRPC_META_';

/** Whether a variable is about a Temporal elsewhere; that of `npm start` needs none of them. */
export const isTemporalAccess = (name: string): boolean =>
  name.startsWith(HEADER) || [...ASK_FOR_FILE, ...ACCESS, DISABLE_CHECK].includes(name);

/** Whether `readTemporalAccess` needs a variable. */
export const isOfTemporal = (name: string): boolean =>
  isTemporalAccess(name) || PLACE.includes(name) || HOME.test(name);

/** Whether a profile of Temporal's configuration file is asked for. */
export function asksForProfile(variables: Readonly<Record<string, string | undefined>>): boolean {
  return ASK_FOR_FILE.some((name) => variables[name]?.trim());
}

/**
 * Reads Temporal's variables and, if asked, its file of profiles, whose values variables replace.
 * The file that may lie in the home folder of the user is for the tools of that user: a service
 * must not send its work elsewhere because of it.
 * @param variables those of `isOfTemporal` that are not empty
 * @param problems gets a line for everything that is wrong; what the SDK would pass over in
 *   silence counts, too
 */
export function readTemporalAccess(variables: Variables, problems: string[]): TemporalProfile {
  const before = problems.length;
  checkVariables(variables, problems);
  if (problems.length > before) return NOTHING;
  try {
    const profile = loadClientConfigProfile({
      overrideEnvVars: { ...variables },
      disableFile: !asksForProfile(variables),
      profile: variables['TEMPORAL_PROFILE'] ?? 'default',
      configFileStrict: true,
    });
    checkTls(profile, problems);
    if (problems.length > before) return NOTHING;
    const { connectionOptions, namespace } = toClientOptions(profile);
    const { address, ...rest } = connectionOptions;
    const given = Object.entries(rest).filter(([, value]) => value !== undefined);
    return {
      address: address ?? null,
      namespace: namespace ?? null,
      access: Object.fromEntries(given) as TemporalAccess,
    };
  } catch (error) {
    const where = asksForProfile(variables) ? 'The profile of Temporal' : 'TEMPORAL_TLS_*';
    problems.push(`${where} is not usable: ${error instanceof Error ? error.message : 'unknown'}`);
    return NOTHING;
  }
}

/** What the SDK takes for something else, or does not take at all. */
function checkVariables(variables: Variables, problems: string[]): void {
  const file = variables['TEMPORAL_CONFIG_FILE'];
  if (file && !existsSync(file)) {
    problems.push(`TEMPORAL_CONFIG_FILE names ${file}, and there is no such file`);
  }
  const tls = variables['TEMPORAL_TLS'];
  if (tls && !['true', 'false', '1', '0'].includes(tls)) {
    problems.push(`TEMPORAL_TLS must be true or false, not "${tls}"`);
  }
  if (variables[DISABLE_CHECK]) {
    problems.push(
      `${DISABLE_CHECK} is not supported: name the authority of the server ` +
        'in TEMPORAL_TLS_SERVER_CA_CERT_PATH, and its name in TEMPORAL_TLS_SERVER_NAME',
    );
  }
}

const CERT = 'TEMPORAL_TLS_CLIENT_CERT_PATH (client_cert_path in a profile)';
const KEY = 'TEMPORAL_TLS_CLIENT_KEY_PATH (client_key_path in a profile)';
const CA = 'TEMPORAL_TLS_SERVER_CA_CERT_PATH (server_ca_cert_path in a profile)';

/** Files that cannot be read, half a pair, and a key that belongs to another certificate. */
function checkTls({ tls = {}, apiKey }: ClientConfigProfile, problems: string[]): void {
  if (tls.disabled) {
    if (apiKey !== undefined) {
      problems.push('TEMPORAL_API_KEY is sent over TLS only: remove TEMPORAL_TLS=false');
    }
    return;
  }
  const { clientCert, clientKey } = tls;
  if (!clientCert !== !clientKey) {
    const [given, missing] = clientCert ? [CERT, KEY] : [KEY, CERT];
    problems.push(`${given} is set and ${missing} is not: a client needs both`);
  }
  const certificate = readPart(clientCert, CERT, (pem) => new X509Certificate(pem), problems);
  const key = readPart(clientKey, KEY, createPrivateKey, problems);
  readPart(tls.serverCACert, CA, (pem) => new X509Certificate(pem), problems);
  if (certificate && key && !certificate.checkPrivateKey(key)) {
    problems.push(`${KEY} is not the key of ${CERT}`);
  }
}

function readPart<Part>(
  source: ConfigDataSource | undefined,
  field: string,
  parse: (pem: Buffer) => Part,
  problems: string[],
): Part | null {
  if (!source) return null;
  let pem: Buffer;
  try {
    pem = 'path' in source ? readFileSync(source.path) : Buffer.from(source.data);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    problems.push(`${field} cannot be read (${code}): ${'path' in source ? source.path : ''}`);
    return null;
  }
  try {
    return parse(pem);
  } catch {
    problems.push(`${field} is no PEM of the expected kind`);
    return null;
  }
}
