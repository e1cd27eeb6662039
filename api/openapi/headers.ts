import type { Json } from './components.js';

const header = (description: string, type: string, example: unknown) => ({
  description,
  schema: { type },
  example,
});

/** Every header that an answer may have, each a component. */
export const HEADERS = {
  'X-Request-Id': header(
    'Id of this request; name it to support',
    'string',
    'req_0123456789abcdef0123456789abcdef',
  ),
  'X-RateLimit-Limit': header(
    'Requests per minute of the key; without a known key those of the address',
    'integer',
    60,
  ),
  'X-RateLimit-Remaining': header('Requests that may be sent at once; with a key', 'integer', 59),
  'X-RateLimit-Reset': header(
    'Unix seconds at which all of them may be sent again; with a key',
    'integer',
    1_763_700_001,
  ),
  'RateLimit-Policy': header(
    'The same limit as the IETF draft writes it; with a key',
    'string',
    '"key";q=60;w=60',
  ),
  RateLimit: header(
    'The same state as the IETF draft writes it; with a key',
    'string',
    '"key";r=59;t=1',
  ),
  'Retry-After': header('Seconds to wait before the request is repeated', 'integer', 2),
  'Idempotent-Replayed': header('`true` when this repeats a stored answer', 'string', 'true'),
  ETag: header('Names this very answer', 'string', 'W/"dGhpcyB2ZXJ5IGFuc3dlcg"'),
  'WWW-Authenticate': header('How to authenticate', 'string', 'Bearer'),
} as const satisfies Json;

export type HeaderName = keyof typeof HEADERS;

/** What every answer has. */
const ALWAYS: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

/** The headers of an answer. @param more those beyond what every answer has */
export const headersOf = (more: readonly HeaderName[] = []): Json =>
  Object.fromEntries(
    [...ALWAYS, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
