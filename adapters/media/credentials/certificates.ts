// oxlint-disable-next-line import/no-unassigned-import -- @peculiar/x509 needs it to be loaded first
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  type JsonName,
} from '@peculiar/x509';
import type { CertifiedKey } from '../../../domain/ports/content-credentials.js';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
export const ROOT_DAYS = 3_650;
export const LEAF_DAYS = 398;
/** Certificates are backdated by this time, because validators' clocks may be behind ours. */
const EARLY_MS = 3_600_000;
/** Extended key usage that C2PA 2.2 accepts for signing claims: e-mail protection (RFC 5280). */
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';

/** Makes a root. Operators give its certificate to people who check their files. */
export async function makeRoot(organization: string, now = new Date()): Promise<CertifiedKey> {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: buildName(organization, 'Content Credentials root'),
    keys,
    signingAlgorithm: ALGORITHM,
    ...buildValidity(now, ROOT_DAYS),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return toPem(keys.privateKey, certificate);
}

/** Makes a key for signing files, certified by a root (C2PA 2.2, "Certificate Profile"). */
export async function makeLeaf(
  root: CertifiedKey,
  organization: string,
  now = new Date(),
  days = LEAF_DAYS,
): Promise<CertifiedKey> {
  const keys = await makeKeys();
  const issuer = new X509Certificate(root.certificate);
  const certificate = await X509CertificateGenerator.create({
    subject: buildName(organization, 'Content Credentials'),
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await readKey(root.privateKey),
    signingAlgorithm: ALGORITHM,
    ...buildValidity(now, days),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([EMAIL_PROTECTION]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return toPem(keys.privateKey, certificate);
}

const makeKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

/** Builds a name as a list, so that the operator's texts do not need escaping. */
const buildName = (organization: string, commonName: string): JsonName => [
  { O: [organization] },
  { CN: [commonName] },
];

const buildValidity = (now: Date, days: number) => ({
  notBefore: new Date(now.getTime() - EARLY_MS),
  notAfter: new Date(now.getTime() + days * DAY_MS),
});

function readKey(pem: string): Promise<webcrypto.CryptoKey> {
  const [der] = PemConverter.decode(pem);
  if (!der) throw new TypeError('the private key of the root is not PEM');
  return webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
}

async function toPem(
  key: webcrypto.CryptoKey,
  certificate: X509Certificate,
): Promise<CertifiedKey> {
  const der = await webcrypto.subtle.exportKey('pkcs8', key);
  return {
    privateKey: PemConverter.encode(der, 'PRIVATE KEY'),
    certificate: certificate.toString('pem'),
  };
}
