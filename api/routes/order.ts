import { randomInt } from 'node:crypto';
import type { ModelRoute } from '../../domain/catalogue/model-route.js';
import { SEED_MAX } from '../../domain/catalogue/seed.js';
import type { AcceptedRequest } from '../../domain/commands/accept-generation.js';
import type { Caller } from '../../domain/commands/authenticate.js';
import { findCharacter, findProduct, subjectInputs } from '../../domain/commands/find-subject.js';
import type { ParsedField } from '../../domain/commands/resolve-media.js';
import { screenPrompt } from '../../domain/commands/screen-prompt.js';
import type { GenerationInput } from '../../domain/contract/generation-input.js';
import type { Deps } from '../../runtime/deps.js';

/** What a request comes to: the same for the real endpoint and for a quote, which never differ. */
export type Order = Omit<AcceptedRequest, 'caller' | 'claim' | 'inputs'>;

/** What a request names, before anything is fetched. */
export interface Checked {
  /** Its media fields, read but not yet fetched. */
  readonly fields: ParsedField[];
  /** Photos of its saved character and product. */
  readonly subjects: GenerationInput[];
}

interface Naming {
  readonly prompt?: string;
  readonly character_id?: string;
  readonly product_id?: string;
}

/**
 * Looks up the saved character and product, then screens the words.
 * @throws {Refusal} NOT_FOUND, CONTENT_BLOCKED, UNAVAILABLE
 */
export async function checkNamed(
  deps: Deps,
  { accountId }: Caller,
  { prompt, character_id: characterId, product_id: productId }: Naming,
): Promise<GenerationInput[]> {
  const character = characterId
    ? await findCharacter(deps.db.manager, accountId, characterId, 'character_id')
    : null;
  const product = productId
    ? await findProduct(deps.db.manager, accountId, productId, 'product_id')
    : null;
  await screenPrompt(deps, prompt ?? null);
  return [
    ...(character ? subjectInputs('character', character) : []),
    ...(product ? subjectInputs('product', product) : []),
  ];
}

/** The seed of a request; drawn where none was given, so that any result can be made again. */
export const seedOf = ({ seed }: { readonly seed?: number }): number =>
  seed ?? randomInt(SEED_MAX + 1);

/** Whether a route leads to a provider that is configured and serves the model. */
export const enabledIn =
  ({ providers }: Pick<Deps, 'providers'>) =>
  ({ provider, upstreamModel }: ModelRoute): boolean => {
    const found = providers.get(provider);
    return found !== undefined && (found.serves?.(upstreamModel) ?? true);
  };

/** Names of the text models that may write the prompt, where there is something to merge. */
export function writersOf(
  { textModels }: Pick<Deps, 'textModels'>,
  wanted: boolean,
): { textModels?: readonly string[] } {
  return wanted && textModels.length > 0 ? { textModels: textModels.map(({ name }) => name) } : {};
}
