import type { ErrorCode } from '../../domain/contract/error-codes.js';
import { toReference, type Components, type Json } from '../openapi/components.js';
import { buildHeaderRefs } from '../openapi/headers.js';
import { refHeaders } from './document-headers.js';
import type { OpenAiEndpoint } from './endpoint.js';
import { OpenAiErrorSchema, statusOf } from './errors.js';

/** Errors that any request can get. */
const COMMON: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];
const TEXTS: Readonly<Record<string, string>> = {
  400: 'The request is not valid, or its prompt is not allowed.',
  401: 'The API key is missing or not valid.',
  403: 'The key or the account is not allowed to do this.',
  404: 'No such model or video.',
  409: "The video's current status does not allow this, or the same request is still being processed.",
  429: 'Too many requests or jobs, or not enough credits.',
  500: 'Something failed on our side.',
  503: 'A part of the service is unavailable.',
  413: 'The body is too large.',
  415: "The endpoint does not support the body's Content-Type.",
  422: 'The Idempotency-Key was already used for a different request.',
  502: 'The generation failed. Its credits were refunded.',
  504: "The generation did not finish within the request's time limit. It continues.",
};

/** Builds an endpoint's error responses, by status. */
export function errorsOf(
  { errors, body, method, scopes }: OpenAiEndpoint,
  components: Components,
): Json {
  const isWrite = method !== 'GET';
  const statuses = new Set([...COMMON, ...errors].map(statusOf));
  if (body) for (const status of [413, 415]) statuses.add(status);
  if (isWrite) for (const status of [409, 422]) statuses.add(status);
  if (body && scopes.includes('read')) for (const status of [502, 504]) statuses.add(status);
  const entries = [...statuses]
    .toSorted((one, other) => one - other)
    .map((status) => {
      const name = `Error${status}`;
      components.responses[name] ??= {
        description: TEXTS[status],
        headers: {
          ...buildHeaderRefs(
            status === 401 ? ['WWW-Authenticate'] : status >= 409 ? ['Retry-After'] : [],
          ),
          ...refHeaders('x-should-retry'),
        },
        content: { 'application/json': { schema: toReference(OpenAiErrorSchema, components) } },
      };
      return [status, { $ref: `#/components/responses/${name}` }];
    });
  return Object.fromEntries(entries) as Json;
}
