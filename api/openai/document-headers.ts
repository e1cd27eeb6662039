import type { Json } from '../openapi/components.js';

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});
/** Headers that only `/openai/v1` responses have. */
export const OPENAI_HEADERS = {
  'X-Generation-Id': text(
    'IDs of the generations created for the request, separated by commas',
    'gen_0123456789abcdef0123456789abcdef',
  ),
  'X-Ignored-Options': text('Options in the request that were ignored', 'quality, style'),
  'x-should-retry': text('`false` if a retry would not help', 'false'),
};

/** Selects some of these headers for one response. */
export const refHeaders = (...names: readonly (keyof typeof OPENAI_HEADERS)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
