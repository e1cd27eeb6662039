import { existsSync, readFileSync } from 'node:fs';
import type { ProvenanceSettings, SigningIdentity } from '../domain/ports/content-credentials.js';
import { HTTP, type EnvReader } from './env-reader.js';

/** Settings for signing outputs (docs/provenance.md). */
export interface ProvenanceEnv {
  readonly provenance: Omit<ProvenanceSettings, 'generator'>;
  /** Base URL of the watermark service; null if none is configured. */
  readonly watermarkUrl: string | null;
}

const MODES = ['required', 'on', 'off'] as const;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export function readProvenance(read: EnvReader, publicUrl: string): ProvenanceEnv {
  const mode = read.choice('PROVENANCE', MODES, 'on') as ProvenanceSettings['mode'];
  const organization =
    read.optional('PROVENANCE_ORGANIZATION') ??
    (URL.canParse(publicUrl) ? new URL(publicUrl).hostname : '');
  const watermarkUrl = read.optional('WATERMARK_URL') ? read.url('WATERMARK_URL', HTTP) : null;
  if (watermarkUrl !== null && mode === 'off') {
    read.problems.push(
      'WATERMARK_URL needs PROVENANCE on or required: a code is recorded with the signature',
    );
  }
  return { provenance: { mode, identity: readIdentity(read), organization }, watermarkUrl };
}

function readIdentity(read: EnvReader): SigningIdentity | null {
  const privateKey = readPem(read, 'PROVENANCE_KEY');
  const chain = readPem(read, 'PROVENANCE_CERTIFICATES');
  if (privateKey === null && chain === null) return null;
  const certificates = chain?.match(CERTIFICATE) ?? [];
  if (privateKey === null || certificates.length === 0) {
    read.problems.push(
      'PROVENANCE_KEY and PROVENANCE_CERTIFICATES are set together: the private key, and its ' +
        'certificates with the leaf first, each as PEM or as the path of a PEM file',
    );
  }
  return { privateKey: privateKey ?? '', certificates };
}

/** Reads PEM from a variable, or from the file whose path it contains. */
function readPem(read: EnvReader, name: string): string | null {
  const value = read.optional(name);
  if (value === null || value.startsWith('-----BEGIN')) return value;
  if (existsSync(value)) return readFileSync(value, 'utf8');
  // Omit the value, because it may be a truncated key.
  read.problems.push(`${name} is neither PEM nor the path of a file`);
  return null;
}
