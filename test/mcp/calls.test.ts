import { expect } from 'chai';
import { buildTools, type ToolEntry } from '../../api/mcp/tools.js';
import { ROUTES } from '../../api/table.js';
import { ApiSuite, registerSuite } from '../api/suite.js';
import { bodyOf, DEAF, pathOf, SAMPLES } from '../architecture/route-samples.js';
import { fakePlatforms } from '../social/fake-platform.js';
import { drawHere } from '../support/portrait-runs.js';
import { cloneHere } from '../support/clone-here.js';
import { changeHere } from '../support/post-runs.js';
import { connectAgent, ERAS, refuse, succeed, type Arguments } from './mcp-rig.js';

type Params = Readonly<Record<string, string>>;

/** Builds the tool arguments that equal the sample request of its route. */
function argumentsOf({ answerable: { route }, places, row }: ToolEntry, params: Params): Arguments {
  const query = new URL(pathOf(route, params), 'http://any').searchParams;
  const body = (bodyOf(route, params) ?? {}) as Arguments;
  const given: Arguments = { ...Object.fromEntries(query), ...body };
  for (const [argument, { in: part, name }] of places) {
    if (part === 'params') given[argument] = params[name] ?? 'none';
  }
  const taken = Object.entries(given).filter(([name]) => !row.fields || places.has(name));
  return Object.fromEntries(taken);
}

describe('every MCP tool', () => {
  const suite = registerSuite(new ApiSuite(), {
    env: () => ({ WEBHOOK_ALLOW: DEAF }),
    workers: { media: false, outbound: true },
    change: (deps) => ({ ...changeHere(drawHere(cloneHere(deps))), platforms: fakePlatforms() }),
  });

  for (const [name, entry] of buildTools(ROUTES)) {
    const { route } = entry.answerable;
    for (const era of ERAS) {
      // The client validates the data of a result with the schema of the tool.
      it(`returns an output that matches its schema to ${era} clients: ${name}`, async () => {
        const customer = await suite.customer();
        const params = (await SAMPLES[route.id]?.prepare?.(suite, customer)) ?? {};
        const agent = await connectAgent(suite.api.url, customer.apiKey, { era });
        await agent.listTools();
        const body = await succeed<Arguments>(agent, name, argumentsOf(entry, params));
        expect(body).to.have.property('object');
        if (route.method === 'GET') {
          const answer = await customer.client.get(pathOf(route, params));
          expect(body).to.deep.equal(answer.body);
        }
        await agent.close();
      });
    }

    it(`refuses an unknown argument: ${name}`, async () => {
      const customer = await suite.customer();
      const params = (await SAMPLES[route.id]?.prepare?.(suite, customer)) ?? {};
      const agent = await connectAgent(suite.api.url, customer.apiKey);
      const given = { ...argumentsOf(entry, params), 'no such argument': 1 };
      const { error } = await suite.leavesNothing(customer.accountId, () =>
        refuse(agent, name, given),
      );
      expect(error.code).to.equal('VALIDATION_ERROR');
      expect(JSON.stringify(error.details)).to.include('no such argument');
      await agent.close();
    });

    it(`treats a null optional argument as absent: ${name}`, async () => {
      const customer = await suite.customer();
      const params = (await SAMPLES[route.id]?.prepare?.(suite, customer)) ?? {};
      const agent = await connectAgent(suite.api.url, customer.apiKey);
      const given = argumentsOf(entry, params);
      const isVideoOnly = (argument: string) => name === 'quote' && !(argument in given);
      const absent = [...entry.places.keys()].filter((argument) => !isVideoOnly(argument));
      const nulls = Object.fromEntries(absent.map((argument) => [argument, null]));
      await succeed(agent, name, { ...nulls, ...given });
      await agent.close();
    });
  }
});
