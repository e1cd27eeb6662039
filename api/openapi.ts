import type { Middleware } from 'koa';
import { EVENT_TYPES, EVENTS } from '../domain/catalogue/event-types.js';
import { eventSchemaOf } from '../domain/contract/event.js';
import { ERROR_CODES, type ErrorCode } from '../domain/contract/error.js';
import { ErrorSchema } from '../domain/contract/error-schema.js';
import type { Route } from './route.js';

type Json = Record<string, unknown>;

/** What any request can be answered with, whatever the route. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'ACCOUNT_SUSPENDED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];

const header = (description: string, type = 'string') => ({ description, schema: { type } });

const HEADERS: Json = {
  'X-Request-Id': header('Id of this request; name it to support'),
  'X-RateLimit-Limit': header('Requests per minute', 'integer'),
};

/** The OpenAPI 3.1 document of a route table. Pure: the same table gives the same document. */
export function openApiOf(table: readonly Route[], serverUrl: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of table) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operationOf(route, schemas);
  }
  reference(ErrorSchema, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Media Generation API',
      version: '1',
      description:
        'Generates images and videos through durable workflows. Every request carries an API key; every request that changes state an Idempotency-Key.',
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(table.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks: webhooksOf(schemas),
    components: {
      schemas,
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'svc_live_…' } },
    },
  };
}

/** What the service sends, by event type: OpenAPI 3.1 names it beside the paths. */
function webhooksOf(schemas: Json): Json {
  const entries = EVENT_TYPES.map((type) => {
    const content = { 'application/json': { schema: reference(eventSchemaOf(type), schemas) } };
    const post = {
      operationId: `on_${type.replace('.', '_')}`,
      summary: EVENTS[type].when,
      description: 'Signed: see docs/webhooks.md. Redirects are not followed.',
      tags: ['Webhooks'],
      security: [],
      requestBody: { required: true, content },
      responses: { '2XX': { description: 'Received; any other answer is retried' } },
    };
    return [type, { post }];
  });
  return Object.fromEntries(entries) as Json;
}

function operationOf(route: Route, schemas: Json): Json {
  return {
    operationId: route.id,
    summary: route.summary,
    description: [route.description, `Scope: \`${route.scope}\`.`].filter(Boolean).join('\n\n'),
    tags: [route.tag],
    parameters: parametersOf(route),
    ...(route.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: reference(route.body, schemas), example: route.example },
        },
      },
    }),
    responses: { [route.status]: successOf(route, schemas), ...errorsOf(route) },
  };
}

function successOf(route: Route, schemas: Json): Json {
  const replayed = header('`true` when this repeats a stored answer');
  return {
    description: route.summary,
    headers: { ...HEADERS, ...(isIdempotent(route) && { 'Idempotent-Replayed': replayed }) },
    content: { 'application/json': { schema: reference(route.response, schemas) } },
  };
}

const isIdempotent = (route: Route) => route.idempotency === 'required';

function parametersOf(route: Route): Json[] {
  const of = (place: 'path' | 'query') =>
    Object.entries((place === 'path' ? route.params : route.query)?.properties ?? {}).map(
      ([name, schema]) => ({ name, in: place, required: place === 'path', schema: plain(schema) }),
    );
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'A new UUID for a new request; the same one when a request is repeated',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]([ -~]*[!-~])?$' },
  };
  return [...of('path'), ...of('query'), ...(isIdempotent(route) ? [key] : [])];
}

/** The statuses that a route can answer beyond success, each with its codes. */
function errorsOf(route: Route): Json {
  const codes = new Set<ErrorCode>([...COMMON_ERRORS, ...route.errors]);
  if (isIdempotent(route)) codes.add('CONFLICT');
  const byStatus = new Map<number, string[]>();
  const add = (status: number, text: string) =>
    byStatus.set(status, [...(byStatus.get(status) ?? []), text]);
  for (const code of codes)
    add(ERROR_CODES[code].status, `\`${code}\`: ${ERROR_CODES[code].message}`);
  if (route.body) {
    add(413, '`VALIDATION_ERROR`: the body is too large.');
    add(415, '`VALIDATION_ERROR`: the body is not sent as JSON.');
  }
  if (isIdempotent(route)) add(422, '`VALIDATION_ERROR`: the Idempotency-Key was used before.');
  const responses = [...byStatus].map(([status, texts]) => [status, errorResponse(status, texts)]);
  return Object.fromEntries(responses) as Json;
}

function errorResponse(status: number, texts: readonly string[]): Json {
  const retry =
    status === 429 || status === 503 ? { 'Retry-After': header('Seconds', 'integer') } : {};
  return {
    description: texts.join('\n\n'),
    headers: { ...HEADERS, ...retry },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

/** Replaces a named schema by a reference, and collects it. */
function reference(schema: unknown, schemas: Json): unknown {
  const copy = plain(schema) as Json;
  return lift(copy, schemas);
}

function lift(node: unknown, schemas: Json): unknown {
  if (Array.isArray(node)) return node.map((item) => lift(item, schemas));
  if (node === null || typeof node !== 'object') return node;
  const { $id: name, ...rest } = node as Json;
  const lifted = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, lift(value, schemas)]),
  );
  if (typeof name !== 'string') return lifted;
  schemas[name] = lifted;
  return { $ref: `#/components/schemas/${name}` };
}

const plain = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema));

/** `GET /v1/openapi.json`, for everyone. */
export function serveOpenApi(table: readonly Route[], publicUrl: string): Middleware {
  const text = JSON.stringify(openApiOf(table, publicUrl));
  return async (ctx, next) => {
    if (ctx.path !== '/v1/openapi.json' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      return next();
    }
    ctx.type = 'application/json';
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.body = text;
  };
}
