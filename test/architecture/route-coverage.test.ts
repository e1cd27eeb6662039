import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { Route } from '../../api/route.js';
import { DOCUMENTED_ROUTES } from '../../api/documented-routes.js';
import { ROUTES } from '../../api/table.js';
import { ErrorSchema } from '../../domain/contract/error-schema.js';
import { ApiSuite, registerSuite } from '../api/suite.js';
import { fakePlatforms } from '../social/fake-platform.js';
import { drawHere } from '../support/portrait-runs.js';
import { cloneHere } from '../support/clone-here.js';
import { changeHere } from '../support/post-runs.js';
import { senderOf, strangerAt, unentitledTo } from './route-callers.js';
import { bodyOf, DEAF, pathOf, SAMPLES } from './route-samples.js';

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat('uri', (text: string) => URL.canParse(text));

/** Forbids additional properties in a schema, so that an undeclared field of a response fails the test. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const { $id: _, ...rest } = schema as Record<string, unknown>;
  const members = Object.entries(rest).map(([name, value]) => [name, closed(value)]);
  const isObject = 'properties' in rest && !('additionalProperties' in rest);
  return { ...Object.fromEntries(members), ...(isObject && { additionalProperties: false }) };
}

function expectValid(schema: unknown, body: unknown): void {
  const validate = ajv.compile(closed(schema) as object);
  expect(validate(body), `${ajv.errorsText(validate.errors)}: ${JSON.stringify(body)}`).to.equal(
    true,
  );
}

interface Fields {
  readonly properties?: Record<string, { const?: unknown }>;
  readonly oneOf?: Fields[];
}

/** Lists the fields that a body may have; for a quote, the fields of the variant that `type` selects. */
function fieldsOf(schema: unknown, given: Record<string, unknown>): string[] {
  const { properties, oneOf } = schema as Fields;
  const chosen = oneOf?.find((branch) => branch.properties?.['type']?.const === given['type']);
  return Object.keys(chosen?.properties ?? properties ?? {});
}

describe('every route', () => {
  const suite = registerSuite(new ApiSuite(), {
    env: () => ({ WEBHOOK_ALLOW: DEAF }),
    workers: { media: false, outbound: true },
    change: (deps) => ({ ...changeHere(drawHere(cloneHere(deps))), platforms: fakePlatforms() }),
  });
  const options = (route: Route, params?: Record<string, string>) =>
    route.body ? { body: bodyOf(route, params) } : {};

  it('has a sample, and every sample has a route', () => {
    expect(Object.keys(SAMPLES)).to.have.members(DOCUMENTED_ROUTES.map(({ id }) => id));
  });

  it('has a unique id, and a unique method and path', () => {
    for (const name of [({ id }: Route) => id, ({ method, path }: Route) => `${method} ${path}`]) {
      expect(new Set(ROUTES.map(name)).size).to.equal(ROUTES.length);
    }
  });

  it('requires an Idempotency-Key exactly when it changes state', () => {
    const reading = ['createQuote'];
    for (const { id, method, idempotency } of ROUTES) {
      const changes = method !== 'GET' && !reading.includes(id);
      expect(idempotency, id).to.equal(changes ? 'required' : 'none');
    }
  });

  for (const route of ROUTES) {
    const title = `${route.method} ${route.path}`;

    // Streams are tested in test/api/stream.test.ts and test/api/generation-events.test.ts.
    const isEndless = route.answers === 'text/event-stream';
    const whole = isEndless
      ? []
      : [`returns ${route.status} with a body that matches its schema: ${title}`];
    for (const name of whole)
      it(name, async () => {
        const customer = await suite.customer();
        const params = await SAMPLES[route.id]?.prepare?.(suite, customer);
        const path = pathOf(route, params);
        const sender = await senderOf(suite, customer, route, params);
        const answer = await sender.call(route.method, path, options(route, params));
        expect(answer.status, answer.text).to.equal(route.status);
        const [type] = answer.headers.get('content-type')?.split(';') ?? [];
        expect(type).to.equal(route.answers ?? 'application/json');
        expectValid(route.response, answer.body);
      });

    it(`returns 401 without a key or session: ${title}`, async () => {
      const anonymous = strangerAt(suite, route);
      const answer = await anonymous.refused(route.method, pathOf(route), options(route));
      expect(answer.status, answer.text).to.equal(401);
      expectValid(ErrorSchema, answer.body);
    });

    it(`returns 403 to a caller who has every right except the required right: ${title}`, async () => {
      const sender = await unentitledTo(suite, route);
      if (!sender) return;
      const answer = await sender.refused(route.method, pathOf(route), options(route));
      expect(answer.status, answer.text).to.equal(403);
      expect(answer.body.error.details?.['required_scope']).to.equal(route.scope);
      expectValid(ErrorSchema, answer.body);
    });

    if (route.body) {
      it(`returns 400 for an invalid body, and changes nothing: ${title}`, async () => {
        const customer = await suite.customer();
        const { accountId } = customer;
        const sender = await senderOf(suite, customer, route);
        const path = pathOf(route, await SAMPLES[route.id]?.prepare?.(suite, customer));
        for (const body of [{ 'no such field': 1 }, [], 'text', null]) {
          const send = () => sender.refused(route.method, path, { body: JSON.stringify(body) });
          const answer = await suite.leavesNothing(accountId, send);
          expect(answer.status, answer.text).to.equal(400);
          expect(answer.body.error.details?.['issues']).not.to.be.empty;
          expectValid(ErrorSchema, answer.body);
        }
      });
    }

    if (route.body) {
      it(`treats null in an optional field as absent: ${title}`, async () => {
        const customer = await suite.customer();
        const params = await SAMPLES[route.id]?.prepare?.(suite, customer);
        const path = pathOf(route, params);
        const given = bodyOf(route, params) as Record<string, unknown>;
        const absent = fieldsOf(route.body, given).filter((name) => !(name in given));
        const body = { ...Object.fromEntries(absent.map((name) => [name, null])), ...given };
        const sender = await senderOf(suite, customer, route, params);
        const answer = await sender.call(route.method, path, { body });
        expect(answer.status, answer.text).to.equal(route.status);
        expectValid(route.response, answer.body);
        const strange = { ...given, 'no such field': null };
        expect((await sender.refused(route.method, path, { body: strange })).status).to.equal(400);
      });
    }

    if (route.params) {
      it(`returns 404 for an unknown id: ${title}`, async () => {
        const sender = await senderOf(suite, await suite.customer(), route);
        const answer = await sender.refused(route.method, pathOf(route), options(route));
        expect(answer.status, answer.text).to.equal(404);
      });
    }
  }
});
