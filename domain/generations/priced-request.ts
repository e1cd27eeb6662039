import { randomInt } from 'node:crypto';
import type { GenerationProvider } from '../ports/provider.js';
import type { TextProvider } from '../ports/text.js';
import type { ModelSource } from '../catalogue/model-source.js';
import { SEED_MAX } from '../catalogue/seed.js';
import type { HealthDeps } from './provider-health.js';
import type { AcceptedRequest } from './accept-generation.js';
import type { Caller } from '../accounts/caller.js';
import { findCharacter, findProduct, buildSubjectInputs } from '../subjects/find-subject.js';
import { parseFields, type ParsedField } from '../uploads/parse-fields.js';
import { listMediaFields, type SingleFields, type TaggedImage } from './media-fields.js';
import { PROMPT_FIELDS, readWords } from '../screening/prompt-fields.js';
import { checkWordsAllowed, type ScreenDeps } from '../screening/screen-words.js';
import type { GenerationInput } from '../contract/generation-input.js';

/**
 * The price and the sources of a request depend on: the operator's settings and the configured
 * providers.
 */
export interface PricingDeps extends ScreenDeps, HealthDeps {
  readonly env: {
    readonly mediaBaseUrl: string;
    readonly apiCreditMultiplier: number;
    /** Names of providers, preferred first. */
    readonly providerOrder: readonly string[];
  };
  readonly providers: Providers;
  readonly textModels: readonly Pick<TextProvider, 'name'>[];
}

/** The configured providers by name; one without `serves` serves every model. */
type Providers = ReadonlyMap<string, Pick<GenerationProvider, 'serves'>>;

/** A checked and priced request, for the real endpoint as well as for a quote. */
export type PricedRequest = Omit<AcceptedRequest, 'caller' | 'claim' | 'inputs'>;

/** Inputs of a request, before anything is fetched. */
export interface CheckedRequest {
  /** Its media fields, read but not yet fetched. */
  readonly fields: ParsedField[];
  /** Photos of its saved character and product. */
  readonly subjects: GenerationInput[];
}

interface NamedSubjects {
  readonly character_id?: string;
  readonly product_id?: string;
  readonly reference_images?: readonly TaggedImage[];
}

/**
 * Reads the inputs of a request: its media fields, its saved character and product, its prompt.
 * @throws {Refusal} VALIDATION_ERROR, NOT_FOUND, CONTENT_BLOCKED, UNAVAILABLE
 */
export async function checkNamed(
  deps: PricingDeps,
  caller: Caller,
  body: NamedSubjects,
  singles: SingleFields,
): Promise<CheckedRequest> {
  const listed = listMediaFields(singles, body.reference_images ?? []);
  const fields = parseFields(listed, deps.env.mediaBaseUrl);
  return { fields, subjects: await checkSubjects(deps, caller, body) };
}

/**
 * Looks up the saved character and product, then screens everything that becomes part of the
 * prompt.
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
 * The seed of a request. Without one, a random seed is drawn and stored, so that any result can be
 * reproduced.
 */
export const chooseSeed = ({ seed }: { readonly seed?: number }): number =>
  seed ?? randomInt(SEED_MAX + 1);

/** Whether the provider of a source is configured and serves the model. */
export const createSourceFilter =
  ({ providers }: Pick<PricingDeps, 'providers'>) =>
  ({ provider, upstreamModel }: ModelSource): boolean => {
    const found = providers.get(provider);
    return found !== undefined && (found.serves?.(upstreamModel) ?? true);
  };

/**
 * Names of the text models that may write the prompt; empty when nothing has to be merged into it.
 */
export function pickPromptWriters(
  { textModels }: Pick<PricingDeps, 'textModels'>,
  wanted: boolean,
): { textModels?: readonly string[] } {
  return wanted && textModels.length > 0 ? { textModels: textModels.map(({ name }) => name) } : {};
}
