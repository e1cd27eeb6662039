import { CREATOR_TOOL, SOURCE_TYPE, type Synthetic } from '../catalogue/source-types.js';
import {
  GENERATION_ASSERTION,
  type CredentialAction,
  type Ingredient,
  type ManifestDefinition,
  type ProvenanceSettings,
} from '../ports/content-credentials.js';

/** Facts about the making of an output, for its manifest. */
export interface Making {
  readonly synthetic: Synthetic;
  readonly model: string;
  /** Time at which the output was finished, in ISO 8601. */
  readonly time: string;
  /**
   * The parent among the ingredients: the upstream's signed result, or the picture that was edited
   * or filmed. Null for an output without a parent.
   */
  readonly parent: 'upstream' | 'source' | null;
  /** True if we re-encoded the upstream's result; otherwise only its metadata has changed. */
  readonly isConverted: boolean;
  /** Whether the pixels carry a watermark. */
  readonly isMarked: boolean;
}

/**
 * Lists the steps of an output's making (C2PA 2.2, "Actions"). The first step is `c2pa.opened` with
 * the parent, or `c2pa.created`.
 */
export function describeActions(
  { synthetic, model, time: when, parent, isConverted, isMarked }: Making,
  ingredients: readonly Pick<Ingredient, 'id' | 'relationship'>[],
): CredentialAction[] {
  const digitalSourceType = SOURCE_TYPE[synthetic];
  const inputs = ingredients.filter(({ relationship }) => relationship === 'inputTo');
  const made = {
    digitalSourceType,
    softwareAgent: { name: model },
    when,
    ingredientIds: inputs.map(({ id }) => id),
  };
  // `c2pa.watermarked` needs a soft binding of a registered algorithm; a service may use any.
  const marked = isMarked ? [{ action: 'c2pa.watermarked.unbound', when } as const] : [];
  if (parent === null) return [{ action: 'c2pa.created', ...made }, ...marked];
  const parents = ingredients.filter(({ relationship }) => relationship === 'parentOf');
  const ingredientIds = parents.map(({ id }) => id);
  const opened = { action: 'c2pa.opened', ingredientIds, digitalSourceType } as const;
  if (parent === 'source') return [opened, { action: 'c2pa.edited', ...made }, ...marked];
  const action = isConverted ? 'c2pa.transcoded' : 'c2pa.edited.metadata';
  return [opened, ...marked, { action, when }];
}

/** Builds this service's own statement about an output. */
export const describeGeneration = (
  { id, model }: { readonly id: string; readonly model: string },
  time: string,
  { generator }: Pick<ProvenanceSettings, 'generator'>,
): ManifestDefinition['assertions'] => ({
  [GENERATION_ASSERTION]: {
    service: CREATOR_TOOL,
    version: generator.version,
    generation_id: id,
    model,
    time,
  },
});
