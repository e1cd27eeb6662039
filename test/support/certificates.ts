import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of a certificate and its key; both are PEM files. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/**
 * Certificate authority of one test, which its server and its clients trust, with the certificates
 * that it has issued.
 */
export interface Certificates {
  readonly authority: KeyPair;
  /** Valid for `127.0.0.1`, `localhost` and `temporal.test`. */
  readonly server: KeyPair;
  readonly client: KeyPair;
  /** Issued by another CA, so a server that requires our certificates refuses it. */
  readonly stranger: KeyPair;
}

// Found on PATH like the shell; not one of the tools that this project provides.
const OPENSSL = 'openssl';
const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

/**
 * Writes the certificates to a folder.
 * @throws {Error} if no usable `openssl` is installed
 */
export function makeCertificates(folder: string): Certificates {
  const make = (name: string, ...more: string[]): KeyPair => {
    const pair = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
    const subject = ['-subj', `/CN=${name}`, '-keyout', pair.key, '-out', pair.cert];
    execFileSync(OPENSSL, ['req', '-x509', ...EC, ...subject, ...more], { stdio: 'ignore' });
    return pair;
  };
  const authority = make('authority');
  const signed = ['-CA', authority.cert, '-CAkey', authority.key];
  // Some libraries refuse a server certificate that may sign other certificates.
  const leaf = ['-addext', 'basicConstraints=critical,CA:FALSE'];
  const names = 'subjectAltName=DNS:localhost,DNS:temporal.test,IP:127.0.0.1';
  return {
    authority,
    server: make('server', ...signed, ...leaf, '-addext', names),
    client: make('client', ...signed, ...leaf),
    stranger: make('stranger', ...leaf),
  };
}

export const pem = (path: string): string => readFileSync(path, 'utf8');

/** Builds the settings of a client that presents its certificate and trusts only our authority. */
export function clientSettings({ authority, client }: Certificates): Record<string, string> {
  return {
    TEMPORAL_TLS_CLIENT_CERT_PATH: client.cert,
    TEMPORAL_TLS_CLIENT_KEY_PATH: client.key,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority.cert,
    // Node.js warns if the server name is an IP address.
    TEMPORAL_TLS_SERVER_NAME: 'temporal.test',
  };
}
