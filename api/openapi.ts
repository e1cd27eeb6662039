import type { Middleware } from 'koa';
import { fixJson, sendFixed } from './fixed-answer.js';
import { loadOnce } from './middleware/load-once.js';
import type { Components, Json } from './openapi/components.js';
import { HEADERS } from './openapi/headers.js';
import { IDEMPOTENCY_KEY, IF_NONE_MATCH, buildOperation } from './openapi/operation.js';
import { DELIVERY_HEADERS, buildWebhooks } from './openapi/webhooks.js';
import type { Route } from './route.js';

/** The groups of endpoints in the reference. */
const TAGS: Readonly<Record<string, string>> = {
  Generation: 'Generate images and videos, get their price, and track, cancel and delete them.',
  Characters: 'Saved people with a consistent appearance in every generation, and their voices.',
  Products: 'Saved items that generations reproduce faithfully.',
  Uploads: 'Files for the media fields of requests.',
  Social: 'Connect accounts of social platforms, and publish finished generations to them.',
  Webhooks: 'Endpoints that receive signed events, and the log of deliveries.',
  Account: 'Plan, balance, limits and usage, and the catalogue of models and prices.',
  Dashboard:
    'For people who are signed in: sessions, API keys and the team. With a session, every other endpoint is at `/app/api/…` instead of `/v1/…`.',
  Operators: 'For operators of the service, who use their own session.',
};

const ABOUT = [
  'Generates images and videos with durable workflows. Send your API key with every request: `Authorization: Bearer <API_KEY>`. Send an `Idempotency-Key` with every request that changes state.',
  'Bodies are JSON in UTF-8. An optional field that is null counts as absent, unless its description gives null a meaning. Unknown fields are rejected.',
  'Lists accept `limit` and `cursor`. Ids have a prefix that names their type, except ids of characters and products. Times are Unix milliseconds.',
  'An error has a stable `code`, and `details.code` distinguishes its cases. Fields, enum values and codes can be added at any time: ignore the ones you do not know.',
].join('\n\n');

/** Builds a route table's OpenAPI 3.1 document. Pure: the same table gives the same document. */
export function buildOpenApi(table: readonly Route[], serverUrl: string): Json {
  const components: Components = { schemas: {}, responses: {} };
  const paths: Record<string, Json> = {};
  for (const route of table) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = buildOperation(route, components);
  }
  const webhooks = buildWebhooks(components);
  const used = new Set(table.map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Media Generation API',
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
          description: 'An API key of the account with the scope of the endpoint',
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
export function serveOpenApi(table: readonly Route[], publicUrl: string): Middleware {
  const load = loadOnce(() => fixJson(buildOpenApi(table, publicUrl)));
  return async (ctx, next) => {
    if (ctx.path !== '/v1/openapi.json' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      return next();
    }
    ctx.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' });
    sendFixed(ctx, await load());
  };
}
