import type { Middleware } from 'koa';
import { fixJson, sendFixed } from './fixed-answer.js';
import { loadOnce } from './middleware/load-once.js';
import type { Components, Json } from './openapi/components.js';
import { HEADERS } from './openapi/headers.js';
import { IDEMPOTENCY_KEY, IF_NONE_MATCH, operationOf } from './openapi/operation.js';
import { DELIVERY_HEADERS, webhooksOf } from './openapi/webhooks.js';
import type { Route } from './route.js';

/** The groups in which readers find the endpoints. */
const TAGS: Readonly<Record<string, string>> = {
  Generation: 'Make images and videos, price them, and follow, cancel and delete them.',
  Characters: 'Saved persons, the same in every generation, and the voices they may have.',
  Products: 'Saved items that generations reproduce faithfully.',
  Uploads: 'Files for the media fields of requests.',
  Social: 'Connect accounts of social platforms, and publish finished generations to them.',
  Webhooks: 'Endpoints that are told what happens, and the log of what they were told.',
  Account: 'Plan, balance and limits, and the catalogue of models and prices.',
  Dashboard:
    'What people do who are signed in: sessions, keys, team. With a session every other endpoint is at `/app/api/…` in the place of `/v1/…`.',
  Operators: 'What operators of the service do, in a session of theirs.',
};

const ABOUT = [
  'Generates images and videos through durable workflows. Every request carries an API key, `Authorization: Bearer <API_KEY>`; every request that changes state carries an `Idempotency-Key`.',
  'Bodies are JSON in UTF-8. An optional field that is null counts as absent, unless its description gives null a meaning. Unknown fields are refused.',
  'Lists take `limit` and `cursor`. Ids have a prefix that names their type, except those of characters and products. Times are Unix milliseconds.',
  'An error has a stable `code`; `details.code` tells cases of it apart. Fields, enum values and codes can be added at any time: ignore what you do not know.',
].join('\n\n');

/** The OpenAPI 3.1 document of a route table. Pure: the same table gives the same document. */
export function openApiOf(table: readonly Route[], serverUrl: string): Json {
  const components: Components = { schemas: {}, responses: {} };
  const paths: Record<string, Json> = {};
  for (const route of table) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operationOf(route, components);
  }
  const webhooks = webhooksOf(components);
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
          description: 'An API key of the account, with the scope that the endpoint names',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: serverUrl.startsWith('https:') ? '__Host-session' : 'session',
          description: 'The cookie of a browser in which somebody is signed in',
        },
      },
    },
  };
}

/** Sorts by name, so that a change elsewhere does not change the order. */
const sortByName = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** `GET /v1/openapi.json`, for everyone. Written when it is first asked for. */
export function serveOpenApi(table: readonly Route[], publicUrl: string): Middleware {
  const load = loadOnce(() => fixJson(openApiOf(table, publicUrl)));
  return async (ctx, next) => {
    if (ctx.path !== '/v1/openapi.json' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      return next();
    }
    ctx.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' });
    sendFixed(ctx, await load());
  };
}
