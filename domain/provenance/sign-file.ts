import {
  SigningKeyUnusable,
  type CredentialFile,
  type CredentialSigner,
  type Ingredient,
  type ManifestDefinition,
  type SignedFile,
} from '../ports/content-credentials.js';
import type { Log } from '../ports/log.js';
import { StorageUnavailable } from '../ports/object-store.js';
import { findSigningIdentity, readFingerprint, type SigningKeyDeps } from './signing-keys.js';

export interface SignDeps extends SigningKeyDeps {
  readonly credentialSigner: CredentialSigner;
  readonly log: Log;
}

/** A signed file, and the fingerprint of the certificate that belongs to the key. */
export interface SignedBy extends SignedFile {
  readonly signedBy: string;
}

/**
 * Signs a file with the key in force.
 * @throws {StorageUnavailable} if it cannot be signed, after the operator's next step was logged
 */
export async function signFile(
  deps: SignDeps,
  file: CredentialFile,
  manifest: Omit<ManifestDefinition, 'generator'>,
  ingredients: readonly Ingredient[],
  signal?: AbortSignal,
): Promise<SignedBy> {
  const { generator } = deps.provenance;
  try {
    const identity = await findSigningIdentity(deps);
    const definition = { ...manifest, generator };
    const signed = await deps.credentialSigner.sign(
      identity,
      file,
      definition,
      ingredients,
      signal,
    );
    return { ...signed, signedBy: readFingerprint(identity) };
  } catch (error) {
    const isOurs = error instanceof SigningKeyUnusable || error instanceof StorageUnavailable;
    if (!isOurs) throw error;
    deps.log.error({ err: error }, 'a file could not be signed, so it is not delivered');
    throw error instanceof StorageUnavailable
      ? error
      : new StorageUnavailable(error.message, { cause: error });
  }
}
