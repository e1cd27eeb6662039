import { ContentCredential } from '../../entities/content-credential.js';
import type { Generation } from '../../entities/generation.js';
import type { Synthetic } from '../catalogue/source-types.js';
import type { CredentialFile } from '../ports/content-credentials.js';
import type { ObjectStore } from '../ports/object-store.js';
import { describeActions, describeGeneration } from './describe-actions.js';
import { gatherIngredients } from './gather-ingredients.js';
import { recordSignature, toBuffer } from './record-signature.js';
import { signFile, type SignDeps } from './sign-file.js';

export interface SignOutputDeps extends SignDeps {
  readonly store: ObjectStore;
}

/** A finished output and its ingredients. */
export interface Output {
  readonly row: Pick<Generation, 'id' | 'model' | 'type' | 'request' | 'inputs'>;
  readonly file: CredentialFile;
  readonly synthetic: Synthetic;
  /** The upstream's result as it arrived. */
  readonly asset: CredentialFile;
  /** Key of a generated first frame; null if there is none. */
  readonly frame: string | null;
  /** Code in the pixels of the file; null if it has no watermark. */
  readonly watermark: string | null;
}

/**
 * Maximum total size of the manifest. If it is larger, the output is signed without the manifests
 * of its sources: a caller could upload a small picture with a manifest of 20 MB.
 */
const CHAIN_BYTES_MAX = 2_000_000;

/**
 * Signs an output, and records its hashes and manifest to recognize the file later. Does nothing if
 * signing is off. The bytes must not change afterwards.
 * @throws {StorageUnavailable} if it cannot be signed; then it must not be stored
 */
export async function signOutput(
  deps: SignOutputDeps,
  { row, file, synthetic, asset, frame, watermark }: Output,
  signal?: AbortSignal,
): Promise<Buffer> {
  if (deps.provenance.mode === 'off') return Buffer.from(file.bytes);
  const { parent, ingredients } = await gatherIngredients(deps.store, row, asset, frame);
  const time = new Date().toISOString();
  const isConverted = row.type === 'image';
  const isMarked = watermark !== null;
  const manifest = {
    actions: describeActions(
      { synthetic, model: row.model, time, parent, isConverted, isMarked },
      ingredients,
    ),
    assertions: describeGeneration(row, time, deps.provenance),
  };
  let signed = await signFile(deps, file, manifest, ingredients, signal);
  if (signed.manifest.length > CHAIN_BYTES_MAX) {
    const bare = ingredients.map((one) => ({ ...one, bytes: new Uint8Array() }));
    signed = await signFile(deps, file, manifest, bare, signal);
  }
  await recordSignature(deps.db, row.id, signed, watermark);
  return toBuffer(signed.bytes);
}

/**
 * Returns whether an earlier attempt of a step has signed and stored an output, so that the repeated
 * step signs nothing again.
 */
export async function isSignedAndStored(
  { db, store }: Pick<SignOutputDeps, 'db' | 'store'>,
  generationId: string,
  key: string,
): Promise<boolean> {
  const known = await db.manager.findBy(ContentCredential, { generationId });
  if (known.length === 0) return false;
  const stored = await store.stat(key);
  return known.some(({ size }) => size === stored?.size);
}
