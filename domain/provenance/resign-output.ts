import { Generation } from '../../entities/generation.js';
import { RENDERER } from '../catalogue/makers.js';
import { findContentType, parseKey } from '../catalogue/object-keys.js';
import { SOURCE_TYPE } from '../catalogue/source-types.js';
import { describeGeneration } from './describe-actions.js';
import type { StoredOutput } from './list-outputs.js';
import { recordSignature, toBuffer } from './record-signature.js';
import { signFile } from './sign-file.js';
import type { SignOutputDeps } from './sign-output.js';

/** The largest clip that is stored, 250 MB, with its manifests. */
const OUTPUT_BYTES_MAX = 260_000_000;

/**
 * Signs a stored output with the present key, unless that key has signed it. The old file becomes
 * the parent, so all its manifests stay in the chain. The object is replaced in
 * one PUT under the same key, and the signature is recorded before: a repeated step finds the
 * recorded size in the store, because every signature makes the file larger.
 * @throws {StorageUnavailable} if the file cannot be read, signed or stored
 */
export async function resignOutput(
  deps: SignOutputDeps,
  output: StoredOutput,
  signal: AbortSignal,
): Promise<'signed' | 'skipped'> {
  const { store, db } = deps;
  const { id, outputKey: key } = output;
  if (output.signedSizes.length > 0) {
    const size = (await store.stat(key))?.size;
    if (size !== undefined && output.signedSizes.includes(size)) {
      return output.isSignedByRun ? 'signed' : 'skipped';
    }
  }
  const bytes = await store.get(key, OUTPUT_BYTES_MAX, signal);
  if (!bytes) return skipDeleted(deps, id);
  const parts = parseKey(key);
  const contentType = parts && findContentType(parts);
  if (!contentType) throw new TypeError(`The output ${key} has no type.`);
  const file = { bytes, contentType };
  const parent = { id: 'output', relationship: 'parentOf', ...file } as const;
  const signed = await signFile(deps, file, describeResigned(deps, output), [parent], signal);
  if (!(await recordSignature(db, id, signed))) return skipDeleted(deps, id);
  await store.put(key, toBuffer(signed.bytes), contentType, signal);
  if (await db.manager.existsBy(Generation, { id })) return 'signed';
  // Deleted meanwhile: the deletion may have removed the object before it was written again.
  await store.remove([key]);
  return 'skipped';
}

function describeResigned(
  { provenance }: SignOutputDeps,
  { id, model, type, makers, completedAt }: StoredOutput,
) {
  const kind = makers[type]?.provider === RENDERER ? 'algorithmic' : 'trained';
  const opened = {
    action: 'c2pa.opened',
    ingredientIds: ['output'],
    digitalSourceType: SOURCE_TYPE[kind],
  } as const;
  const resigned = { action: 'c2pa.edited.metadata', when: new Date().toISOString() } as const;
  return {
    actions: [opened, resigned],
    // The time of the generation: the time of the signature is in the action.
    assertions: describeGeneration({ id, model }, completedAt.toISOString(), provenance),
  };
}

/** @throws if the generation exists, so its file is missing */
async function skipDeleted({ db }: SignOutputDeps, id: string): Promise<'skipped'> {
  if (!(await db.manager.existsBy(Generation, { id }))) return 'skipped';
  throw new Error('The stored output is missing.');
}
