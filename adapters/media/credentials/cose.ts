import { createPrivateKey, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { CBORTag, encodeCBOR } from '@levischuck/tiny-cbor';
import {
  SigningKeyUnusable,
  type SigningIdentity,
} from '../../../domain/ports/content-credentials.js';

/** Signs claims as COSE_Sign1 (RFC 9052, 4.2) with ES256, as C2PA 2.2 requires ("Signatures"). */
export interface ClaimSigner {
  /** Exact size of every signature in bytes, which avoids unsigned padding in files. */
  readonly signatureBytes: number;
  /** @throws {SigningKeyUnusable} if the certificate is not valid now */
  requireValid(): void;
  sign(claim: Uint8Array): Uint8Array;
}

/** COSE header parameters: algorithm (RFC 9052), certificate chain (RFC 9360); and ES256. */
const HEADER = { algorithm: 1, chain: 33 } as const;
const ES256 = -7;
const COSE_SIGN1 = 18;

/**
 * Prepares a key for signing.
 * @throws {SigningKeyUnusable} if the key and the certificates do not fit
 */
export function createClaimSigner({ privateKey, certificates }: SigningIdentity): ClaimSigner {
  const { key, chain } = parse(privateKey, certificates);
  const [leaf] = chain;
  if (!leaf) throw new SigningKeyUnusable('There is no certificate. Name the leaf first.');
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new SigningKeyUnusable('The signing key must be an elliptic-curve key on P-256.');
  }
  if (!leaf.checkPrivateKey(key)) {
    throw new SigningKeyUnusable('The first certificate does not belong to the signing key.');
  }
  if (leaf.ca) {
    throw new SigningKeyUnusable('The first certificate is of an authority. Name the leaf first.');
  }
  // Omits a self-signed root: validators have it already, or do not trust it.
  const sent = chain.filter((one, at) => at === 0 || one.issuer !== one.subject);
  const bytes = sent.map(({ raw }) => new Uint8Array(raw));
  const header = encodeCBOR(
    new Map<number, number | Uint8Array | Uint8Array[]>([
      [HEADER.algorithm, ES256],
      [HEADER.chain, bytes.length === 1 ? (bytes[0] ?? []) : bytes],
    ]),
  );
  const wrap = (signature: Uint8Array) =>
    encodeCBOR(new CBORTag(COSE_SIGN1, [header, new Map(), null, signature]));
  return {
    signatureBytes: wrap(new Uint8Array(64)).length,
    requireValid: () => requireValidNow(leaf, new Date()),
    sign(claim) {
      const signed = encodeCBOR(['Signature1', header, new Uint8Array(), claim]);
      return wrap(new Uint8Array(sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' })));
    },
  };
}

function parse(privateKey: string, certificates: readonly string[]) {
  try {
    const key: KeyObject = createPrivateKey(privateKey);
    return { key, chain: certificates.map((pem) => new X509Certificate(pem)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SigningKeyUnusable(`The signing key or a certificate is not valid PEM: ${reason}.`);
  }
}

/** @throws {SigningKeyUnusable} */
function requireValidNow({ validFrom, validTo }: X509Certificate, now: Date): void {
  const reach = `It is valid from ${validFrom} to ${validTo}.`;
  // Without quotes, because the log leaves quoted text out.
  const step = 'Run npm run admin -- provenance rotate, or replace the certificate.';
  if (now > new Date(validTo)) {
    throw new SigningKeyUnusable(`The signing certificate has expired. ${reach} ${step}`);
  }
  if (now < new Date(validFrom)) {
    throw new SigningKeyUnusable(`The signing certificate is not valid yet. ${reach} ${step}`);
  }
}
