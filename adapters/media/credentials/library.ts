import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import init, { WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm';
import type {
  CredentialFile,
  Ingredient,
  ManifestDefinition,
  SignedFile,
} from '../../../domain/ports/content-credentials.js';
import { hashContent } from './hash-content.js';

/** Signs a claim in the parent, which has the key. */
export type SignClaim = (claim: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;

/** A blob whose bytes can be read synchronously, as the library requires. */
class HeldBlob extends Blob {
  constructor(readonly held: Uint8Array) {
    super([]);
    Object.defineProperty(this, 'size', { value: held.length });
  }

  override slice(start = 0, end = this.held.length): Blob {
    return new HeldBlob(this.held.subarray(start, end));
  }
}

/** Browser class that the library uses to read blobs; Node.js does not have it. */
class FileReaderSync {
  readAsArrayBuffer(blob: HeldBlob): ArrayBuffer {
    return new Uint8Array(blob.held).buffer;
  }
}

/** Settings of the library: it must not fetch addresses that a file contains. */
const verifyWith = (anchors: string) => ({
  verify: { remote_manifest_fetch: false, ocsp_fetch: false, verify_trust: anchors !== '' },
  ...(anchors && { trust: { trust_anchors: anchors } }),
});

/** Memory of the library, whose size only grows. */
export interface LibraryMemory {
  readonly buffer: { readonly byteLength: number };
}

let memory: Promise<LibraryMemory> | undefined;

/** Loads the library once per thread. */
export function loadLibrary(): Promise<LibraryMemory> {
  memory ??= load();
  return memory;
}

async function load(): Promise<LibraryMemory> {
  Object.assign(globalThis, { FileReaderSync, fetch: undefined });
  const file = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
  const { memory: own } = (await init({ module_or_path: await readFile(file) })) as {
    memory: LibraryMemory;
  };
  return own;
}

/** Writes a signed manifest into a file. */
export async function signFile(
  file: CredentialFile,
  manifest: ManifestDefinition,
  ingredients: readonly Ingredient[],
  signer: { readonly reserveSize: number; readonly sign: SignClaim },
): Promise<SignedFile> {
  const builder = WasmBuilder.fromJson(toDefinition(manifest), JSON.stringify(verifyWith('')));
  try {
    for (const ingredient of ingredients) await addIngredient(builder, ingredient);
    const made = (await builder.signAndGetManifestBytes(
      { alg: 'es256', ...signer },
      [],
      file.contentType,
      new HeldBlob(file.bytes),
    )) as { asset: Uint8Array; manifest: Uint8Array };
    const contentHash = hashContent(Buffer.from(made.asset.buffer), file.contentType);
    return { bytes: made.asset, manifest: made.manifest, contentHash };
  } finally {
    builder.free();
  }
}

/**
 * Adds an ingredient with its manifest. If the file or its manifest cannot be read, only records
 * that the ingredient was used.
 */
async function addIngredient(
  builder: WasmBuilder,
  { id, relationship, contentType, bytes }: Ingredient,
): Promise<void> {
  const facts = JSON.stringify({
    title: relationship,
    format: contentType,
    relationship,
    label: id,
  });
  try {
    if (bytes.length === 0) return builder.addIngredient(facts);
    await builder.addIngredientFromBlob(facts, contentType, new HeldBlob(bytes));
  } catch (error) {
    // The library throws strings for problems with a file. An `Error` is a WebAssembly trap, and
    // the library is unusable afterwards.
    if (error instanceof Error) throw error;
    builder.addIngredient(facts);
  }
}

function toDefinition({ generator, actions, assertions }: ManifestDefinition): string {
  return JSON.stringify({
    claim_generator_info: [generator],
    assertions: [
      { label: 'c2pa.actions.v2', data: { actions: actions.map(toAction) } },
      ...Object.entries(assertions).map(([label, data]) => ({ label, data })),
    ],
  });
}

const toAction = ({ ingredientIds = [], ...action }: ManifestDefinition['actions'][number]) => ({
  ...action,
  ...(ingredientIds.length > 0 && { parameters: { ingredientIds } }),
});

/**
 * Reads a file's manifests as the library's JSON.
 * @throws a string; also for files without a manifest
 */
export async function readFileManifests(file: CredentialFile, anchors: string): Promise<string> {
  const settings = JSON.stringify(verifyWith(anchors));
  const reader = await WasmReader.fromBytes(file.contentType, file.bytes, settings);
  try {
    return reader.json();
  } finally {
    reader.free();
  }
}
