import { randomInt } from 'node:crypto';
import type { GenerationProvider } from '../ports/provider.js';
import type { TextProvider } from '../ports/text.js';
import type { ModelSource } from '../catalogue/model-source.js';
import { SEED_MAX } from '../contract/seed.js';
import type { HealthDeps } from './provider-health.js';
import type { AcceptedRequest } from './accept-generation.js';
import type { Caller } from '../accounts/caller.js';
import { findCharacter, findProduct, buildSubjectInputs } from '../subjects/find-subject.js';
import { parseFields, type AttachedFiles, type ParsedField } from '../uploads/parse-fields.js';
import { listMediaFields, type SingleFields, type TaggedImage } from './media-fields.js';
import { PROMPT_FIELDS, readWords } from '../screening/prompt-fields.js';
import { checkWordsAllowed, type ScreenDeps } from '../screening/screen-words.js';
import type { GenerationInput } from '../contract/generation-input.js';

/**
 * A request's price and sources depend on the operator's settings and on the configured providers.
 */
export interface PricingDeps extends ScreenDeps, HealthDeps {
  readonly env: {
    readonly mediaBaseUrl: string;
    readonly apiCreditMultiplier: number;
    /** Provider names, preferred first. */
    readonly providerOrder: readonly string[];
  };
  readonly providers: Providers;
  readonly textModels: readonly Pick<TextProvider, 'name'>[];
}

/** The configured providers by name; a provider without `serves` serves every model. */
type Providers = ReadonlyMap<string, Pick<GenerationProvider, 'serves'>>;

/** A checked and priced request, for both the real endpoint and a quote. */
export type PricedRequest = Omit<
  AcceptedRequest,
  'caller' | 'claim' | 'inputs' | 'cancelAfter' | 'callback'
>;

/** A request's inputs, before anything is fetched. */
export interface CheckedRequest {
  /** The request's media fields, parsed but not yet fetched. */
  readonly fields: ParsedField[];
  /** Photos of the request's saved character and product. */
  readonly subjects: GenerationInput[];
}

interface NamedSubjects {
  readonly character_id?: string;
  readonly product_id?: string;
  readonly reference_images?: readonly TaggedImage[];
}

/**
 * Reads a request's inputs: its media fields, its saved character and product, and its prompt.
 * @throws {Refusal} VALIDATION_ERROR, NOT_FOUND, CONTENT_BLOCKED, UNAVAILABLE
 */
export async function checkNamed(
  deps: PricingDeps,
  caller: Caller,
  body: NamedSubjects,
  singles: SingleFields,
  attached?: AttachedFiles,
): Promise<CheckedRequest> {
  const listed = listMediaFields(singles, body.reference_images ?? []);
  const fields = parseFields(listed, deps.env.mediaBaseUrl, attached);
  return { fields, subjects: await checkSubjects(deps, caller, body) };
}

/**
 * Finds the saved character and product, then screens everything that becomes part of the prompt.
 */
async function checkSubjects(
  deps: PricingDeps,
  { accountId }: Caller,
  body: NamedSubjects,
): Promise<GenerationInput[]> {
  const { character_id: characterId, product_id: productId } = body;
  const character = characterId
    ? await findCharacter(deps.db.manager, accountId, characterId, 'character_id')
    : null;
  const product = productId
    ? await findProduct(deps.db.manager, accountId, productId, 'product_id')
    : null;
  const subjects = [character, product].filter((one) => one !== null);
  await checkWordsAllowed(deps, [
    ...readWords(body, PROMPT_FIELDS.request),
    ...subjects.flatMap((one) => readWords(one, PROMPT_FIELDS.seen)),
  ]);
  return [
    ...(character ? buildSubjectInputs('character', character) : []),
    ...(product ? buildSubjectInputs('product', product) : []),
  ];
}

/**
 * Returns a request's seed. If the request does not contain a seed, a random seed is drawn and
 * stored, so that every result can be reproduced.
 */
export const chooseSeed = ({ seed }: { readonly seed?: number }): number =>
  seed ?? randomInt(SEED_MAX + 1);

/** Creates a filter that checks whether a source's provider is configured and serves the model. */
export const createSourceFilter =
  ({ providers }: Pick<PricingDeps, 'providers'>) =>
  ({ provider, upstreamModel }: ModelSource): boolean => {
    const found = providers.get(provider);
    return found !== undefined && (found.serves?.(upstreamModel) ?? true);
  };

/**
 * Picks the text models that may write the prompt; empty if nothing has to be merged into the
 * prompt.
 */
export function pickPromptWriters(
  { textModels }: Pick<PricingDeps, 'textModels'>,
  wanted: boolean,
): { textModels?: readonly string[] } {
  return wanted && textModels.length > 0 ? { textModels: textModels.map(({ name }) => name) } : {};
}
