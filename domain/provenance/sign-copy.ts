import type { CredentialAction, CredentialFile } from '../ports/content-credentials.js';
import { toBuffer } from './record-signature.js';
import { signFile, type SignDeps } from './sign-file.js';

/** A file made from a stored file, for a platform or a client. */
export interface Copy {
  readonly file: CredentialFile;
  readonly source: CredentialFile;
  /** `c2pa.repackaged` if only the container has changed. */
  readonly action: Extract<CredentialAction['action'], 'c2pa.transcoded' | 'c2pa.repackaged'>;
  /** Maximum size of the signed file in bytes. */
  readonly maxBytes?: number;
}

/** Reserve in bytes for a signature; with the manifests of the source, it is usually smaller. */
export const SIGNATURE_BYTES = 100_000;

/**
 * Signs a copy, with the source as its parent, so that the source's manifests are kept. Does nothing
 * if signing is off.
 * @throws {StorageUnavailable} if it cannot be signed; then it must not be delivered
 */
export async function signCopy(
  deps: SignDeps,
  { file, source, action, maxBytes = Infinity }: Copy,
  signal?: AbortSignal,
): Promise<Buffer> {
  if (deps.provenance.mode === 'off') return toBuffer(file.bytes);
  const when = new Date().toISOString();
  const ingredientIds = ['source'];
  const manifest = {
    actions: [
      { action: 'c2pa.opened', ingredientIds },
      { action, when },
    ] as const,
    assertions: {},
  };
  const sign = async (bytes: Uint8Array) => {
    const parent = { id: 'source', relationship: 'parentOf', ...source, bytes } as const;
    return toBuffer((await signFile(deps, file, manifest, [parent], signal)).bytes);
  };
  const signed = await sign(source.bytes);
  // Omits the source's manifests if the file becomes too large: manifests of other tools may
  // contain pictures.
  return signed.length <= maxBytes ? signed : sign(new Uint8Array());
}
