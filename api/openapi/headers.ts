import type { Json } from './components.js';

const buildHeader = (description: string, type: string, example: unknown) => ({
  description,
  schema: { type },
  example,
});

/** Every header that a response can have. Each header is a component. */
export const HEADERS = {
  'X-Request-Id': buildHeader(
    'Request ID. Include it in support requests',
    'string',
    'req_0123456789abcdef0123456789abcdef',
  ),
  'X-RateLimit-Limit': buildHeader(
    'Requests allowed per minute for the key, or for the IP address if the request has no valid key',
    'integer',
    60,
  ),
  'X-RateLimit-Remaining': buildHeader(
    'Requests you can still send now. Only with a valid key',
    'integer',
    59,
  ),
  'X-RateLimit-Reset': buildHeader(
    'When the full limit is available again, in Unix seconds. Only with a valid key',
    'integer',
    1_763_700_001,
  ),
  'RateLimit-Policy': buildHeader(
    'The limit, in the IETF draft format. Only with a valid key',
    'string',
    '"key";q=60;w=60',
  ),
  RateLimit: buildHeader(
    'The remaining requests, in the IETF draft format. Only with a valid key',
    'string',
    '"key";r=59;t=1',
  ),
  'Retry-After': buildHeader('Seconds to wait before retrying the request', 'integer', 2),
  'Idempotent-Replayed': buildHeader(
    '`true` if this is the stored response to an earlier request',
    'string',
    'true',
  ),
  ETag: buildHeader(
    'Version of this response, for `If-None-Match`',
    'string',
    'W/"dGhpcyB2ZXJ5IGFuc3dlcg"',
  ),
  'Preference-Applied': buildHeader(
    'The wait that was applied, if the request had `Prefer: wait`',
    'string',
    'wait=60',
  ),
  'WWW-Authenticate': buildHeader('How to authenticate', 'string', 'Bearer'),
} as const satisfies Json;

export type HeaderName = keyof typeof HEADERS;

/** Headers of every response. */
const ALWAYS: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

/** Builds references to a response's headers. @param more headers in addition to the common ones */
export const buildHeaderRefs = (more: readonly HeaderName[] = []): Json =>
  Object.fromEntries(
    [...ALWAYS, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
