import { ERROR_CODES, type ErrorCode } from '../../domain/contract/error-codes.js';
import { ErrorSchema } from '../../domain/contract/error-schema.js';
import type { DocumentedRoute } from './documented-route.js';
import { toReference, type Components, type Json } from './components.js';
import examples from './examples.json' with { type: 'json' };
import { buildHeaderRefs, type HeaderName } from './headers.js';

/** Errors that every route can return. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'ACCOUNT_SUSPENDED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];

/** Errors that only authenticated routes can return. */
const CALLER_ERRORS: readonly ErrorCode[] = ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'FORBIDDEN'];

/** One cause of a refusal, with its contribution to the response's name and description. */
interface RefusalCause {
  readonly status: number;
  readonly name: string;
  readonly text: string;
}

const MORE_HEADERS: Readonly<Record<string, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/**
 * Builds a route's error responses by status. Each response is a component named after its causes.
 */
export function buildErrorResponses(route: DocumentedRoute, components: Components): Json {
  const byStatus = new Map<number, RefusalCause[]>();
  for (const cause of listCauses(route)) {
    byStatus.set(cause.status, [...(byStatus.get(cause.status) ?? []), cause]);
  }
  const entries = [...byStatus].map(([status, causes]) => {
    const name = causes.map((cause) => cause.name).join('Or');
    components.responses[name] ??= buildErrorResponse(status, name, causes, components);
    return [status, { $ref: `#/components/responses/${name}` }] as const;
  });
  return Object.fromEntries(entries);
}

function listCauses(route: DocumentedRoute): RefusalCause[] {
  const isIdempotent = route.idempotency === 'required';
  const codes = new Set<ErrorCode>([...COMMON_ERRORS, ...route.errors]);
  if (route.entryPoint === 'public') CALLER_ERRORS.forEach((code) => codes.delete(code));
  if (isIdempotent) codes.add('CONFLICT');
  const causes = [...codes].map((code): RefusalCause => ({
    status: ERROR_CODES[code].status,
    name: toPascalCase(code),
    text: `\`${code}\`: ${ERROR_CODES[code].message}`,
  }));
  const addCause = (status: number, name: string, text: string) =>
    causes.push({ status, name, text: `\`VALIDATION_ERROR\`: ${text}` });
  if (route.body) {
    addCause(413, 'BodyTooLarge', 'The body is too large.');
    addCause(415, 'BodyNotJson', 'The Content-Type of the body is not JSON.');
  }
  if (isIdempotent) {
    addCause(
      422,
      'IdempotencyKeyReused',
      'The Idempotency-Key was already used for a different request.',
    );
  }
  return causes;
}

function buildErrorResponse(
  status: number,
  name: string,
  causes: readonly RefusalCause[],
  components: Components,
): Json {
  const schema = toReference(ErrorSchema, components);
  const example = (examples.errors as Json)[name];
  return {
    description: causes.map(({ text }) => text).join('\n\n'),
    headers: buildHeaderRefs(MORE_HEADERS[status]),
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

/** Converts `RATE_LIMITED` to `RateLimited`. */
const toPascalCase = (code: string): string =>
  code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase());
