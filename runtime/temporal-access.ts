import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  loadClientConfigProfile,
  toClientOptions,
  type ClientConfigProfile,
  type ConfigDataSource,
} from '@temporalio/envconfig';

type Variables = Readonly<Record<string, string>>;

/** A connection's credentials. Empty for plain text without a key, as with the local server. */
export type TemporalAccess = Pick<
  ReturnType<typeof toClientOptions>['connectionOptions'],
  'tls' | 'apiKey' | 'metadata'
>;

/** The server settings in Temporal's own variables and in the selected profile. */
export interface TemporalProfile {
  readonly address: string | null;
  readonly namespace: string | null;
  readonly access: TemporalAccess;
}

const NOTHING: TemporalProfile = { address: null, namespace: null, access: {} };

/** A profile file is read only if one of these variables is set. */
const ASK_FOR_FILE = ['TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'];

/** The other credential variables, as Temporal's own tools read them. */
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
/** Variables for the folder where Temporal's own tools find the profile file. */
const HOME = /^(HOME|XDG_CONFIG_HOME|APPDATA)$/;
/** Prefix of variables that add a header to each call; the header's name follows the prefix. */
const HEADER = 'TEMPORAL_GRPC_META_';

/**
 * Returns whether a variable configures access to a remote Temporal; the server that `npm start`
 * runs needs none of these variables.
 */
export const isTemporalAccess = (name: string): boolean =>
  name.startsWith(HEADER) || [...ASK_FOR_FILE, ...ACCESS, DISABLE_CHECK].includes(name);

/** Returns whether `readTemporalAccess` reads a variable. */
export const isTemporalVariable = (name: string): boolean =>
  isTemporalAccess(name) || PLACE.includes(name) || HOME.test(name);

/** Returns whether a profile in Temporal's configuration file is selected. */
export function isProfileWanted(variables: Readonly<Record<string, string | undefined>>): boolean {
  return ASK_FOR_FILE.some((name) => variables[name]?.trim());
}

/**
 * Reads Temporal's variables and, if selected, a profile; variables take precedence. A profile file
 * in the user's home folder is not read by default: it is for that user's tools, and must not
 * redirect a service.
 * @param variables the non-empty variables that `isTemporalVariable` accepts
 * @param problems receives a line for each problem, including problems that the SDK would ignore
 */
export function readTemporalAccess(variables: Variables, problems: string[]): TemporalProfile {
  const before = problems.length;
  checkVariables(variables, problems);
  if (problems.length > before) return NOTHING;
  try {
    const profile = loadClientConfigProfile({
      overrideEnvVars: { ...variables },
      disableFile: !isProfileWanted(variables),
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
    const where = isProfileWanted(variables) ? 'The selected Temporal profile' : 'TEMPORAL_TLS_*';
    problems.push(`${where} is not usable: ${error instanceof Error ? error.message : 'unknown'}`);
    return NOTHING;
  }
}

/** Checks variables that the SDK would misread or ignore. */
function checkVariables(variables: Variables, problems: string[]): void {
  const file = variables['TEMPORAL_CONFIG_FILE'];
  if (file && !existsSync(file)) {
    problems.push(`TEMPORAL_CONFIG_FILE is ${file}, which does not exist`);
  }
  const tls = variables['TEMPORAL_TLS'];
  if (tls && !['true', 'false', '1', '0'].includes(tls)) {
    problems.push(`TEMPORAL_TLS must be true or false, not "${tls}"`);
  }
  if (variables[DISABLE_CHECK]) {
    problems.push(
      `${DISABLE_CHECK} is not supported: set the certificate authority of the server ` +
        'in TEMPORAL_TLS_SERVER_CA_CERT_PATH, and its name in TEMPORAL_TLS_SERVER_NAME',
    );
  }
}

const CERT = 'TEMPORAL_TLS_CLIENT_CERT_PATH (client_cert_path in a profile)';
const KEY = 'TEMPORAL_TLS_CLIENT_KEY_PATH (client_key_path in a profile)';
const CA = 'TEMPORAL_TLS_SERVER_CA_CERT_PATH (server_ca_cert_path in a profile)';

/**
 * Checks for unreadable files, an incomplete pair of certificate and key, and a key that does not
 * match its certificate.
 */
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
    problems.push(`${given} is set but ${missing} is not: set both`);
  }
  const certificate = readPart(clientCert, CERT, (pem) => new X509Certificate(pem), problems);
  const key = readPart(clientKey, KEY, createPrivateKey, problems);
  readPart(tls.serverCACert, CA, (pem) => new X509Certificate(pem), problems);
  if (certificate && key && !certificate.checkPrivateKey(key)) {
    problems.push(`${KEY} does not match ${CERT}`);
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
    problems.push(`${field} is not a PEM file of the expected kind`);
    return null;
  }
}
