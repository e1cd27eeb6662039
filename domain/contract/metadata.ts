import { Type } from 'typebox';
import { FORMS, METADATA_KEY } from './patterns.js';

const PAIRS_MAX = 16;
const VALUE_MAX = 500;

/** Pairs of strings by key. */
export type Metadata = Readonly<Record<string, string>>;

const pairs = {
  type: 'object',
  maxProperties: PAIRS_MAX,
  propertyNames: { type: 'string', pattern: METADATA_KEY },
  additionalProperties: { type: 'string', maxLength: VALUE_MAX },
} as const;

/** The field `metadata` of a request. */
export const MetadataField = Type.Optional(
  Type.Unsafe<Metadata>({
    ...pairs,
    description: `Your own data: up to ${PAIRS_MAX} pairs of strings. Keys have ${FORMS[METADATA_KEY]}, values up to ${VALUE_MAX}. Responses and events return it. It is never sent to a provider or shown to others.`,
    examples: [{ order: '42' }],
  }),
);

/** The query parameter `metadata[<key>]=<value>` of a list. */
export const MetadataFilter = Type.Optional(
  Type.Unsafe<Metadata>({
    ...pairs,
    description:
      'Only entries with these `metadata` pairs, such as `metadata[order]=42`. With several pairs, entries must have all of them',
  }),
);

/** The field `metadata` of a response. */
export const MetadataSummary = Type.Unsafe<Metadata>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: "The request's `metadata`. Empty if none was given",
});

/** Presents metadata in the order of its keys, because JSONB does not keep the request's order. */
export const presentMetadata = (metadata: Metadata): Metadata =>
  Object.fromEntries(Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1)));
