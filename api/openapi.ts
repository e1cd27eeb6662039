import type { Middleware } from 'koa';
import { fixJson, sendFixed } from './fixed-answer.js';
import { loadOnce } from './middleware/load-once.js';
import type { Components, Json } from './openapi/components.js';
import { HEADERS } from './openapi/headers.js';
import { IDEMPOTENCY_KEY, IF_NONE_MATCH, buildOperation } from './openapi/operation.js';
import { DELIVERY_HEADERS, buildWebhooks } from './openapi/webhooks.js';
import type { DocumentedRoute } from './openapi/documented-route.js';

/** The groups of endpoints in the reference. */
const TAGS: Readonly<Record<string, string>> = {
  Generation: 'Generate images and videos, get prices, and track, cancel and delete generations.',
  Collections: 'Named sets of generations.',
  Speech: 'Speak texts with a voice, and track, cancel and delete speech.',
  Characters: 'Saved people with the same appearance in every generation, and their voices.',
  Products: 'Saved items with the same appearance in every generation.',
  Uploads: 'Files to use in the media fields of your requests.',
  Provenance: 'Check where a file comes from.',
  Social: 'Connect social media accounts and publish completed generations to them.',
  Webhooks: 'Endpoints that receive signed events, and their delivery logs.',
  Account: 'Your plan, balance, limits and usage, and the catalog of models and prices.',
  Dashboard:
    'Endpoints for the dashboard. Session-authenticated calls to all other endpoints use `/app/api/…` instead of `/v1/…`.',
  Operators: 'Endpoints for operators, who need an operator session.',
};

const ABOUT = [
  'Generate images and videos with durable workflows. Send your API key with every request: `Authorization: Bearer <API_KEY>`. Send an `Idempotency-Key` with every request that changes state.',
  'Bodies are JSON in UTF-8. Null optional fields are treated as omitted unless documented otherwise. Unknown fields are rejected.',
  'Lists accept `limit` and `cursor`. IDs have a prefix that shows their type, except for character and product IDs. Times are in Unix milliseconds.',
  "Every error has a stable `code`. `details.code` gives a more specific reason. Fields, enum values and codes can be added at any time, so ignore any you don't recognize.",
].join('\n\n');

/** Builds a route table's OpenAPI 3.1 document. Pure: the same table gives the same document. */
export function buildOpenApi(table: readonly DocumentedRoute[], serverUrl: string): Json {
  const components: Components = { schemas: {}, responses: {} };
  const paths: Record<string, Json> = {};
  for (const route of table) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = buildOperation(route, components, serverUrl);
  }
  const webhooks = buildWebhooks(components);
  const used = new Set(table.map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Media platform API',
      version: '1',
      description: ABOUT,
      contact: { name: 'The operator of this service', url: serverUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: [...used].map((name) => ({ name, description: TAGS[name] })),
    paths,
    webhooks,
    components: {
      schemas: sortByName(components.schemas),
      responses: sortByName(components.responses),
      parameters: {
        IdempotencyKey: IDEMPOTENCY_KEY,
        IfNoneMatch: IF_NONE_MATCH,
        ...DELIVERY_HEADERS,
      },
      headers: HEADERS,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'svc_live_…',
          description: 'An API key with the scope that the endpoint requires',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: serverUrl.startsWith('https:') ? '__Host-session' : 'session',
          description: 'The session cookie of a signed-in browser',
        },
      },
    },
  };
}

/** Sorts by name, so that unrelated changes do not affect the order. */
const sortByName = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Serves `GET /v1/openapi.json` without authentication. Built on the first request. */
export function serveOpenApi(table: readonly DocumentedRoute[], publicUrl: string): Middleware {
  const load = loadOnce(() => fixJson(buildOpenApi(table, publicUrl)));
  return async (ctx, next) => {
    if (ctx.path !== '/v1/openapi.json' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      return next();
    }
    ctx.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' });
    sendFixed(ctx, await load());
  };
}
