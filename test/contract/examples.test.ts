import { expect } from 'chai';
import { DOCUMENTED_ROUTES } from '../../api/documented-routes.js';
import { ROUTES } from '../../api/table.js';
import { senderOf } from '../architecture/route-callers.js';
import { bodyOf, DEAF, pathOf, SAMPLES } from '../architecture/route-samples.js';
import { ApiSuite, registerSuite } from '../api/suite.js';
import { fakePlatforms } from '../social/fake-platform.js';
import { drawHere } from '../support/portrait-runs.js';
import { cloneHere } from '../support/clone-here.js';
import { changeHere } from '../support/post-runs.js';
import { document } from './document.js';
import { asExample, readExamples, shapeOf, writeExamples, type Examples } from './record.js';
import { REFUSED } from './refused-samples.js';

const UPDATE = process.env['UPDATE_EXAMPLES'] === '1';
/** Names the second example like api/openapi/operation.ts. */
const otherName = ({ id }: { readonly id: string }) => `${id} (other)`;
const STALE = 'is stale: UPDATE_EXAMPLES=1 npm test -- test/contract/examples.test.ts';

describe('examples in the OpenAPI document', () => {
  const suite = registerSuite(new ApiSuite(), {
    env: () => ({ WEBHOOK_ALLOW: DEAF }),
    workers: { media: false, outbound: true },
    change: (deps) => ({ ...changeHere(drawHere(cloneHere(deps))), platforms: fakePlatforms() }),
  });
  const recorded: Examples = { answers: {}, errors: {}, events: {} };
  let committed: Examples;
  before(async () => {
    committed = await readExamples();
  });
  after(async () => {
    if (UPDATE) await writeExamples(recorded);
  });

  /** Compares the committed example with the API's response. */
  function compare(kind: keyof Examples, name: string, answer: unknown): void {
    const example = asExample(answer);
    recorded[kind][name] = example;
    if (UPDATE) return;
    expect(shapeOf(committed[kind][name]), `${kind} ${name} ${STALE}`).to.deep.equal(
      shapeOf(example),
    );
  }

  // Only JSON responses have examples.
  const jsonRoutes = DOCUMENTED_ROUTES.filter(({ answers }) => answers === undefined);
  for (const route of jsonRoutes) {
    it(`show a real response: ${route.id}`, async () => {
      const customer = await suite.customer({ plan: 'creator', atPlanLimits: true });
      const params = await SAMPLES[route.id]?.prepare?.(suite, customer);
      const path = pathOf(route, params);
      const body = bodyOf(route, params);
      const sender = await senderOf(suite, customer, route, params);
      const answer = await sender.call(route.method, path, route.body ? { body } : {});
      expect(answer.status, answer.text).to.equal(route.status);
      compare('answers', route.id, answer.body);
    });
  }

  for (const route of ROUTES.filter(({ other }) => other)) {
    it(`show the other real response: ${route.id}`, async () => {
      const customer = await suite.customer({ plan: 'creator', atPlanLimits: true });
      const params = await SAMPLES[route.id]?.prepare?.(suite, customer);
      const { otherBody, otherHeaders, meanwhile } = SAMPLES[route.id] ?? {};
      const body = { ...(bodyOf(route, params) as object), ...otherBody };
      const request = { body, ...(otherHeaders && { headers: otherHeaders }) };
      const answering = customer.client.call(route.method, pathOf(route, params), request);
      await meanwhile?.(suite, customer);
      const answer = await answering;
      expect(answer.status, answer.text).to.equal(route.other?.status);
      compare('answers', otherName(route), answer.body);
    });
  }

  for (const [name, refuse] of Object.entries(REFUSED)) {
    it(`show a real refusal: ${name}`, async () => {
      const answer = await refuse(suite);
      expect(answer.status, answer.text).to.be.above(399);
      compare('errors', name, answer.body);
    });
  }

  it('show real events', async () => {
    const customer = await suite.customer({ credits: 21 });
    await suite.complete(await suite.queued(customer));
    const id = await suite.queued(customer);
    await customer.client.call('POST', `/v1/generations/${id}/cancel`);
    const events = await suite.eventsOf(customer.accountId);
    const byType = events.toSorted((a, b) => (a.type < b.type ? -1 : 1));
    for (const { type, body } of byType) compare('events', type, JSON.parse(body));
    expect(events.map(({ type }) => type)).to.have.members([
      'generation.completed',
      'generation.failed',
      'credits.low',
    ]);
  });

  it('cover exactly the existing endpoints and errors', () => {
    if (UPDATE) return;
    const others = ROUTES.filter(({ other }) => other).map(otherName);
    const names = [...jsonRoutes.map(({ id }) => id), ...others];
    expect(Object.keys(committed.answers)).to.have.members(names);
    // A 304 has no body to show.
    const { Unchanged: _, ...refusals } = document.components.responses;
    expect(Object.keys(REFUSED)).to.have.members(Object.keys(refusals));
    expect(Object.keys(committed.errors)).to.have.members(Object.keys(REFUSED));
  });
});
