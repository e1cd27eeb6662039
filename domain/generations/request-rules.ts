import { findCombinations } from '../catalogue/combinations.js';
import { IMAGE_SOURCES } from '../catalogue/image-model.js';
import type { CatalogueSource } from '../catalogue/model-source.js';
import { DIRECTIVE_NAMES, parseDirectives } from '../catalogue/simulate.js';
import type { WorkType } from '../catalogue/stages.js';
import type { Issue } from '../contract/refusal.js';
import { PROMPT_MAX } from '../contract/video.js';
import { checkCallbackRules } from '../webhooks/callbacks.js';
import type { PricingDeps } from './priced-request.js';
import { suggestName } from '../contract/suggest-name.js';
import { createSourceFilter } from './priced-request.js';

/** An unchecked request body. Its fields may have any type; the schema checks them. */
export type RawBody = Readonly<Record<string, unknown>>;

/** Finds fields in a request that cannot be combined (domain/catalogue/combinations). */
export const findCombinationIssues = (type: WorkType, body: RawBody): Issue[] => [
  ...checkCallbackRules(body),
  ...findCombinations(type, body).flatMap(({ outcome, field, says }) =>
    outcome === 'refused' ? [{ path: `body.${field}`, message: says }] : [],
  ),
];

/** Describes fields that affect each other, as timeline notes (domain/catalogue/combinations). */
export const describeCombinations = (type: WorkType, body: RawBody): string[] =>
  findCombinations(type, body).flatMap(({ outcome, says }) => (outcome === 'noted' ? [says] : []));

/** Checks an image request for rules that a schema cannot express. */
export const checkImageRules = (body: RawBody, deps: PricingDeps): Issue[] => [
  ...findCombinationIssues('image', body),
  ...findDirectiveIssues(body['prompt'], findProvider(deps, IMAGE_SOURCES)),
];

/** Finds the configured provider for these sources; null for the built-in renderer. */
export const findProvider = (
  deps: PricingDeps,
  sources: readonly CatalogueSource[],
): string | null => sources.find(createSourceFilter(deps))?.provider ?? null;

/**
 * Finds problems with the test directives in a prompt.
 * @param server the provider that would get the prompt; null for the built-in renderer
 * @param path the field that contains the prompt
 */
export function findDirectiveIssues(
  prompt: unknown,
  server: string | null,
  path = 'body.prompt',
): Issue[] {
  // The schema refuses prompts of this length, so their directives need not be parsed.
  if (typeof prompt !== 'string' || prompt.length > 2 * PROMPT_MAX) return [];
  const { names, problems } = parseDirectives(prompt);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  const messages = [
    ...problems.map(
      ({ token, name, rule }) => `contains \`${token}\`, which ${rule ?? describeUnknown(name)}`,
    ),
    ...(twice ? [`contains \`simulate:${twice}\` twice; write it once`] : []),
    ...(server !== null && names.length > 0
      ? [
          `contains \`simulate:${names[0]}\`; only the built-in renderer supports directives, and ${server} serves this model here. Leave it out`,
        ]
      : []),
  ];
  return messages.map((message) => ({ path, message }));
}

function describeUnknown(name: string): string {
  const guess = suggestName(name, DIRECTIVE_NAMES);
  const known = DIRECTIVE_NAMES.map((one) => `simulate:${one}`).join(', ');
  return `is not a known directive; ${guess ?? `known: ${known}`}`;
}
