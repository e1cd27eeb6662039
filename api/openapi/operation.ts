import type { PersonRight } from '../../domain/catalogue/roles.js';
import { writeCodeSamples } from './code-samples.js';
import type { DocumentedRoute } from './documented-route.js';
import { toReference, type Components, type Json } from './components.js';
import { buildErrorResponses } from './errors.js';
import examples from './examples.json' with { type: 'json' };
import { buildHeaderRefs } from './headers.js';

/**
 * The only header that a request needs in addition to its API key. It has no example: the reference
 * page would prefill it, and each further request with it would replay the first response.
 */
export const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A new UUID for each new request. When you retry a request, send the same value',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]([ -~]*[!-~])?$' },
};

/** Header of a client that already has a response. */
export const IF_NONE_MATCH: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    "The `ETag` of the response you already have. If it hasn't changed, the status is 304",
  schema: { type: 'string' },
  example: 'W/"dGhpcyB2ZXJ5IGFuc3dlcg"',
};

/** Builds a route's OpenAPI operation. @param origin address of the service in its code samples */
export function buildOperation(
  route: DocumentedRoute,
  components: Components,
  origin: string,
): Json {
  return {
    operationId: route.id,
    summary: route.summary,
    description: [route.description, describeAccess(route)].filter(Boolean).join('\n\n'),
    tags: [route.tag],
    ...buildSecurity(route),
    ...(route.entryPoint === undefined && { 'x-codeSamples': writeCodeSamples(route, origin) }),
    parameters: [...buildParameters(route, components), ...buildHeaderParameters(route)],
    ...(route.body && { requestBody: buildRequestBody(route, components) }),
    responses: {
      [route.status]: buildSuccessResponse(route, components),
      ...buildOtherResponse(route, components),
      ...buildUnchangedResponse(route, components),
      ...buildErrorResponses(route, components),
    },
  };
}

/** Overrides the document's security, an API key, for other callers. */
function buildSecurity({ entryPoint }: DocumentedRoute): Json {
  if (entryPoint === undefined) return {};
  return { security: entryPoint === 'app' ? [{ session: [] }] : [] };
}

const RIGHTS: Readonly<Record<PersonRight, string>> = {
  keys: 'owners and developers',
  members: 'owners',
  operate: 'operators',
};

/** Describes the scope or role that the caller needs. */
function describeAccess({ entryPoint, right, scope }: DocumentedRoute): string {
  if (entryPoint === 'public') return 'No authentication.';
  if (entryPoint !== 'app') return `Scope: \`${scope}\`.`;
  return `Available to ${right ? RIGHTS[right] : 'any signed-in user'}.`;
}

function buildRequestBody({ body, example }: DocumentedRoute, components: Components): Json {
  const content = { 'application/json': { schema: toReference(body, components), example } };
  return { required: true, description: 'A JSON object, encoded in UTF-8', content };
}

function buildSuccessResponse(route: DocumentedRoute, components: Components): Json {
  const example = (examples.answers as Json)[route.id];
  const schema = toReference(route.response, components);
  return {
    description: route.summary,
    headers: buildHeaderRefs([
      ...(route.idempotency === 'required' ? (['Idempotent-Replayed'] as const) : []),
      ...(hasTag(route) ? (['ETag'] as const) : []),
      ...(route.headers ? (['Preference-Applied'] as const) : []),
    ]),
    content: {
      [route.answers ?? 'application/json']: {
        schema,
        ...(example !== undefined && { example }),
      },
    },
  };
}

function buildOtherResponse({ other, id, headers }: DocumentedRoute, components: Components): Json {
  if (!other) return {};
  const example = (examples.answers as Json)[`${id} (other)`];
  const schema = toReference(other.response, components);
  const content = { schema, ...(example !== undefined && { example }) };
  const { description, status } = other;
  return {
    [status]: {
      description,
      headers: buildHeaderRefs(headers ? ['Idempotent-Replayed', 'Preference-Applied'] : []),
      content: { 'application/json': content },
    },
  };
}

/** Whether a client that sends the response's ETag gets 304 while the response is unchanged. */
const hasTag = (route: DocumentedRoute): boolean =>
  route.tagged === true || route.fixed !== undefined;

function buildUnchangedResponse(route: DocumentedRoute, components: Components): Json {
  if (!hasTag(route)) return {};
  components.responses['Unchanged'] ??= {
    description: "The response hasn't changed. The body is empty.",
    headers: buildHeaderRefs(['ETag']),
  };
  return { 304: { $ref: '#/components/responses/Unchanged' } };
}

const buildHeaderParameters = (route: DocumentedRoute): Json[] => [
  ...(route.idempotency === 'required' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ...(hasTag(route) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
];

/**
 * Builds parameters in path, query and headers. The description belongs to the parameter, not to its schema.
 */
function buildParameters(route: DocumentedRoute, components: Components): Json[] {
  const places = { path: route.params, query: route.query, header: route.headers };
  return Object.entries(places).flatMap(([place, fields]) => {
    const required: readonly string[] = fields?.required ?? [];
    return Object.entries(fields?.properties ?? {}).map(([name, property]) => {
      const { description, ...schema } = toReference(property, components);
      return {
        name,
        in: place,
        required: required.includes(name),
        description,
        // An object is sent as `name[key]=value`.
        ...(schema['type'] === 'object' && { style: 'deepObject', explode: true }),
        schema,
      };
    });
  });
}
