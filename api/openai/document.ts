import type { Middleware } from 'koa';
import { fixJson, sendFixed } from '../fixed-answer.js';
import { loadOnce } from '../middleware/load-once.js';
import { toReference, type Components, type Json } from '../openapi/components.js';
import { HEADERS, buildHeaderRefs } from '../openapi/headers.js';
import type { OpenAiEndpoint } from './endpoint.js';
import { errorsOf } from './document-errors.js';
import { refHeaders, OPENAI_HEADERS } from './document-headers.js';
import { OPENAI_PREFIX, OPENAI_TABLE } from './table.js';

const TAGS: Readonly<Record<string, string>> = {
  Provenance: 'Where a file comes from.',
  Audio: 'Speak texts. The response is sent when the text is spoken.',
  Models: 'The available models.',
  Images: 'Create and edit images. The response is sent when the images are complete.',
  Videos: 'Create, track, download and delete videos.',
};

const ABOUT = [
  "An OpenAI-compatible API for this service's generations. Send one of this service's API keys with every request: `Authorization: Bearer <API_KEY>`.",
  'Options that are not listed are accepted but ignored. The `X-Ignored-Options` response header names them.',
  'You can send an `Idempotency-Key`. Without one, a retry by an OpenAI client (`X-Stainless-Retry-Count` above 0) returns the result of the original request, and you are only charged once.',
].join('\n\n');

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A new UUID for each new request. When you retry a request, send the same value',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]([ -~]*[!-~])?$' },
};

/**
 * Builds the OpenAPI 3.1 document of `/openai/v1`. Pure: the same table gives the same document.
 */
export function openAiDocumentOf(serverUrl: string): Json {
  const components: Components = { schemas: {}, responses: {} };
  const paths: Record<string, Json> = {};
  for (const endpoint of OPENAI_TABLE) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operationOf(endpoint, components);
  }
  const { ETag: _tag, 'Preference-Applied': _wait, ...headers } = HEADERS;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Media platform API for OpenAI clients',
      version: '1',
      description: ABOUT,
      contact: { name: 'The operator of this service', url: serverUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl + OPENAI_PREFIX, description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...components,
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: { ...headers, ...OPENAI_HEADERS },
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'svc_live_…',
          description: 'An API key with the scopes that the endpoint requires',
        },
      },
    },
  };
}

function operationOf(endpoint: OpenAiEndpoint, components: Components): Json {
  const { body, scopes } = endpoint;
  const isWrite = endpoint.method !== 'GET';
  const needs = `Scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`;
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: [endpoint.description, needs].filter(Boolean).join('\n\n'),
    tags: [endpoint.tag],
    parameters: [
      ...parametersOf(endpoint, components),
      ...(isWrite ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(body && { requestBody: bodyOf(endpoint, components) }),
    responses: { 200: successOf(endpoint, isWrite, components), ...errorsOf(endpoint, components) },
  };
}

function parametersOf({ params, query }: OpenAiEndpoint, components: Components): Json[] {
  return Object.entries({ path: params, query }).flatMap(([place, fields]) => {
    const required: readonly string[] = fields?.required ?? [];
    return Object.entries(fields?.properties ?? {}).map(([name, property]) => {
      const { description, ...schema } = toReference(property, components);
      return { name, in: place, required: required.includes(name), description, schema };
    });
  });
}

/** Builds the request body of each form. The fields are the same; only multipart has files. */
function bodyOf({ body, forms = [], files = {}, example }: OpenAiEndpoint, components: Components) {
  const content = {
    ...(forms.includes('json') && {
      'application/json': {
        schema: toReference(body, components),
        ...(example !== undefined && { example }),
      },
    }),
    ...(forms.includes('multipart') && {
      'multipart/form-data': {
        schema: withFiles(
          toReference({ ...body, $id: undefined }, components),
          files,
          !forms.includes('json'),
        ),
      },
    }),
  };
  return { required: true, description: 'The request options', content };
}

/**
 * Adds files to a body, which then loses its component name.
 * @param areRequired false if the body can also be JSON, without a file
 */
function withFiles(
  schema: Json,
  files: Readonly<Record<string, number>>,
  areRequired: boolean,
): Json {
  const fields = Object.entries(files).map(([name, most]) => [
    name,
    {
      type: 'array',
      items: { type: 'string', format: 'binary' },
      ...(areRequired && { minItems: 1 }),
      maxItems: most,
      description:
        most === 1 ? 'The file' : `Up to ${most} files. The field can also be named \`${name}[]\``,
    },
  ]);
  return {
    ...schema,
    properties: { ...(schema['properties'] as Json), ...Object.fromEntries(fields) },
    ...(areRequired && {
      required: [...((schema['required'] ?? []) as string[]), ...Object.keys(files)],
    }),
  };
}

function successOf(
  { response, contentTypes = [], summary, id }: OpenAiEndpoint,
  isWrite: boolean,
  components: Components,
): Json {
  const isFile = (response as { readonly type?: unknown }).type === 'string';
  const types = Object.fromEntries(
    contentTypes.map((type) => [type, { schema: { type: 'string' } }]),
  );
  const json = { 'application/json': { schema: toReference(response, components) } };
  const makes = isWrite && id !== 'deleteVideo';
  return {
    description: summary,
    headers: {
      ...buildHeaderRefs(isWrite ? ['Idempotent-Replayed'] : []),
      ...refHeaders(...(makes ? (['X-Generation-Id'] as const) : []), 'X-Ignored-Options'),
    },
    content: isFile ? types : { ...json, ...types },
  };
}

/** Serves `GET /openai/v1/openapi.json` without authentication. Built on the first request. */
export function serveOpenAiDocument(publicUrl: string): Middleware {
  const load = loadOnce(() => fixJson(openAiDocumentOf(publicUrl)));
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (ctx.path !== `${OPENAI_PREFIX}/openapi.json` || !isRead) return next();
    ctx.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' });
    sendFixed(ctx, await load());
  };
}
