import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createCredentialReader,
  createCredentialSigner,
} from '../adapters/media/credentials/signer.js';
import { createWatermark } from '../adapters/media/watermark.js';
import { CREATOR_TOOL } from '../domain/catalogue/source-types.js';
import type {
  CertificateMaker,
  CredentialReader,
  CredentialSigner,
  ProvenanceSettings,
} from '../domain/ports/content-credentials.js';
import type { Watermark } from '../domain/ports/watermark.js';
import { findCheckout } from './checkout.js';
import type { Env } from './env.js';

/** External dependencies for Content Credentials. */
export interface CredentialDeps {
  readonly provenance: ProvenanceSettings;
  readonly certificates: CertificateMaker;
  readonly credentialSigner: CredentialSigner;
  readonly credentialReader: CredentialReader;
  /** The watermark service; null unless configured. */
  readonly watermark: Watermark | null;
  /** Stops the threads. */
  closeCredentials(): Promise<void>;
}

/** Creates the signer and the reader, whose threads start with the first file. */
export function createCredentials({
  provenance,
  watermarkUrl,
}: Pick<Env, 'provenance' | 'watermarkUrl'>): CredentialDeps {
  const credentialSigner = createCredentialSigner();
  const credentialReader = createCredentialReader();
  return {
    ...createKeyDeps({ provenance }),
    credentialSigner,
    credentialReader,
    watermark: watermarkUrl === null ? null : createWatermark(watermarkUrl),
    async closeCredentials() {
      await Promise.all([credentialSigner.close(), credentialReader.close()]);
    },
  };
}

/** Creates the dependencies of commands that make keys. */
export function createKeyDeps({
  provenance,
}: Pick<Env, 'provenance'>): Pick<CredentialDeps, 'provenance' | 'certificates'> {
  const generator = { name: CREATOR_TOOL, version: readVersion() };
  return { provenance: { ...provenance, generator }, certificates: CERTIFICATES };
}

function readVersion(): string {
  const manifest = readFileSync(join(findCheckout(), 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Imports the certificate library lazily, because certificates are rarely made. */
const CERTIFICATES: CertificateMaker = {
  async makeRoot(organization) {
    const { makeRoot } = await import('../adapters/media/credentials/certificates.js');
    return makeRoot(organization);
  },
  async makeLeaf(root, organization) {
    const { makeLeaf } = await import('../adapters/media/credentials/certificates.js');
    return makeLeaf(root, organization);
  },
};
