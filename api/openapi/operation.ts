import type { Right } from '../../domain/catalogue/roles.js';
import type { Route } from '../route.js';
import { toReference, type Components, type Json } from './components.js';
import { errorsOf } from './errors.js';
import examples from './examples.json' with { type: 'json' };
import { headersOf } from './headers.js';

/** The one header that a request may need beyond its key. */
export const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A new UUID for a new request; the same one when a request is repeated',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]([ -~]*[!-~])?$' },
  example: '6f9f1f0e-8b6f-4c1b-9d7a-2f6a0c1d3e5b',
};

/** What a client sends who has an answer already. */
export const IF_NONE_MATCH: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the answer that you have: while nothing has changed you get 304',
  schema: { type: 'string' },
  example: 'W/"dGhpcyB2ZXJ5IGFuc3dlcg"',
};

/** One endpoint as the document has it. */
export function operationOf(route: Route, components: Components): Json {
  return {
    operationId: route.id,
    summary: route.summary,
    description: [route.description, needOf(route)].filter(Boolean).join('\n\n'),
    tags: [route.tag],
    ...(route.door === 'app' && { security: [{ session: [] }] }),
    parameters: [...parametersOf(route, components), ...headerOf(route)],
    ...(route.body && { requestBody: bodyOf(route, components) }),
    responses: {
      [route.status]: successOf(route, components),
      ...otherOf(route, components),
      ...unchangedOf(route, components),
      ...errorsOf(route, components),
    },
  };
}

const RIGHTS: Readonly<Record<Right, string>> = {
  keys: 'owners and developers',
  members: 'owners',
  operate: 'operators',
};

/** What somebody needs who uses it. */
function needOf({ door, right, scope }: Route): string {
  if (door !== 'app') return `Scope: \`${scope}\`.`;
  return `For ${right ? RIGHTS[right] : 'everybody who is signed in'}.`;
}

function bodyOf({ body, example }: Route, components: Components): Json {
  const content = { 'application/json': { schema: toReference(body, components), example } };
  return { required: true, description: 'A JSON object in UTF-8', content };
}

function successOf(route: Route, components: Components): Json {
  const example = (examples.answers as Json)[route.id];
  const schema = toReference(route.response, components);
  return {
    description: route.summary,
    headers: headersOf([
      ...(route.idempotency === 'required' ? (['Idempotent-Replayed'] as const) : []),
      ...(hasTag(route) ? (['ETag'] as const) : []),
    ]),
    content: {
      [route.answers ?? 'application/json']: {
        schema,
        ...(example !== undefined && { example }),
      },
    },
  };
}

function otherOf({ other, id }: Route, components: Components): Json {
  if (!other) return {};
  const example = (examples.answers as Json)[`${id} (other)`];
  const schema = toReference(other.response, components);
  const content = { schema, ...(example !== undefined && { example }) };
  const { description, status } = other;
  return {
    [status]: { description, headers: headersOf([]), content: { 'application/json': content } },
  };
}

/** Whoever sends the ETag of the answer gets 304 while it stays as it is. */
const hasTag = (route: Route): boolean => route.tagged === true || route.fixed !== undefined;

function unchangedOf(route: Route, components: Components): Json {
  if (!hasTag(route)) return {};
  components.responses['Unchanged'] ??= {
    description: 'You have this answer already. There is no body.',
    headers: headersOf(['ETag']),
  };
  return { 304: { $ref: '#/components/responses/Unchanged' } };
}

const headerOf = (route: Route): Json[] => [
  ...(route.idempotency === 'required' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ...(hasTag(route) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
];

/** The parameters of path and query. A description belongs to the parameter, not to its schema. */
function parametersOf(route: Route, components: Components): Json[] {
  const places = { path: route.params, query: route.query };
  return Object.entries(places).flatMap(([place, fields]) => {
    const required: readonly string[] = fields?.required ?? [];
    return Object.entries(fields?.properties ?? {}).map(([name, property]) => {
      const { description, ...schema } = toReference(property, components);
      return { name, in: place, required: required.includes(name), description, schema };
    });
  });
}
