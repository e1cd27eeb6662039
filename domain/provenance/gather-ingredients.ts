import type { GenerationInput } from '../contract/generation-input.js';
import { isImage } from '../contract/generation.js';
import type { Generation } from '../../entities/generation.js';
import {
  mayHaveManifest,
  type CredentialFile,
  type Ingredient,
} from '../ports/content-credentials.js';
import type { ObjectStore } from '../ports/object-store.js';
import type { Making } from './describe-actions.js';

/**
 * Larger files are listed without their manifests, because all ingredients are in memory until the
 * output is signed.
 */
const INGREDIENT_BYTES_MAX = 50_000_000;

interface Ingredients {
  readonly parent: Making['parent'];
  readonly ingredients: readonly Ingredient[];
}

/** A file used to make an output. `isParent` means that the output is a changed version of it. */
interface Source extends CredentialFile {
  readonly isParent: boolean;
}

/**
 * Gathers the ingredients of an output, with their manifests. Does not include names of people or
 * files.
 * @param asset the upstream's result as it arrived
 * @param frame key of a generated first frame; null if there is none
 */
export async function gatherIngredients(
  store: ObjectStore,
  row: Pick<Generation, 'request' | 'inputs' | 'type'>,
  asset: CredentialFile,
  frame: string | null,
): Promise<Ingredients> {
  const sources: Source[] = [];
  const made = frame === null ? null : await load(store, { key: frame, contentType: 'image/webp' });
  // A generated frame without a manifest is internal: nobody has seen it as a file.
  if (made && made.bytes.length > 0) sources.push({ ...made, isParent: true });
  for (const input of row.inputs) {
    sources.push({ ...(await load(store, input)), isParent: isChanged(row, input) });
  }
  const isUpstreamSigned = mayHaveManifest(asset.bytes);
  const changed = isUpstreamSigned ? -1 : sources.findIndex(({ isParent }) => isParent);
  const ingredients = sources.map(({ bytes, contentType }, at): Ingredient => ({
    id: `source-${at + 1}`,
    bytes,
    contentType,
    relationship: at === changed ? 'parentOf' : 'inputTo',
  }));
  if (!isUpstreamSigned) return { parent: changed === -1 ? null : 'source', ingredients };
  const upstream = { ...asset, id: 'upstream', relationship: 'parentOf' } as const;
  return { parent: 'upstream', ingredients: [upstream, ...ingredients] };
}

/** Returns whether an input is the picture that was edited or filmed. */
const isChanged = (row: Pick<Generation, 'request' | 'type'>, { role }: GenerationInput): boolean =>
  role === 'start_frame' || (role === 'scene' && isImage(row) && row.request.edit);

/** Loads a file if it has a manifest; otherwise returns it without bytes. */
async function load(
  store: ObjectStore,
  { key, contentType }: Pick<GenerationInput, 'key' | 'contentType'>,
): Promise<CredentialFile> {
  const facts = await store.stat(key);
  const bytes =
    facts && facts.size <= INGREDIENT_BYTES_MAX ? await store.get(key, INGREDIENT_BYTES_MAX) : null;
  const kept = bytes && mayHaveManifest(bytes) ? bytes : new Uint8Array();
  return { bytes: kept, contentType };
}
