import type { Json } from '../openapi/components.js';

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});
/** Headers that only answers of `/openai/v1` have. */
export const OWN_HEADERS = {
  'X-Generation-Id': text(
    'Ids of the generations that were made for the request, with commas between them',
    'gen_0123456789abcdef0123456789abcdef',
  ),
  'X-Ignored-Options': text('Options that were given and have no effect', 'quality, style'),
  'x-should-retry': text('`false` where a retry would not help', 'false'),
};

/** Some of them, for one answer. */
export const own = (...names: readonly (keyof typeof OWN_HEADERS)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
