import { expect } from 'chai';
import { createServer } from 'node:http';
import { callCommit, callGraph, type Graph } from '../../../adapters/social/meta/call-graph.js';
import { PlatformFailure } from '../../../domain/ports/social-platform.js';
import { closeServer, listenLocally } from '../../support/loopback.js';
import { ANSWERS, type Fixture } from './answers.js';

const { signal } = new AbortController();
const CALL = { method: 'POST', url: 'https://graph.example.com/x', signal } as const;

/** Returns the failure that the adapter reports for a response. */
async function failureWith(answer: Omit<Fixture, 'name' | 'draft'>, call: typeof callGraph) {
  const server = createServer((_request, response) => {
    response.writeHead(answer.status, answer.headers);
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  const origin = await listenLocally(server);
  const app = { clientId: 'a', clientSecret: 'b', rewrite: () => origin };
  const graph: Graph = { app, name: 'instagram' };
  const operation = call === callCommit ? 'commit' : 'draft';
  const error: unknown = await call(graph, { ...CALL, operation }).catch((e: unknown) => e);
  await closeServer(server);
  expect(error).to.be.instanceOf(PlatformFailure);
  return error as PlatformFailure;
}

describe('Meta responses', () => {
  for (const fixture of ANSWERS) {
    const [kind, code] = fixture.draft;
    it(`for ${fixture.name} (${fixture.status}) count as ${kind} while a post is prepared`, async () => {
      const failure = await failureWith(fixture, callGraph);
      expect(failure).to.include({ kind, code, platformCode: fixture.name });
    });

    it(`for ${fixture.name} (${fixture.status}) count as ${fixture.commit ?? kind} at the commit`, async () => {
      const failure = await failureWith(fixture, callCommit);
      expect(failure.kind).to.equal(fixture.commit ?? kind);
    });
  }

  it('end a rate limit at the time in their header, or after 5 minutes', async () => {
    const usage = { '178': [{ type: 'instagram', estimated_time_to_regain_access: 19 }] };
    const body = { error: { code: 80002, message: 'too many calls' } };
    const cases = [
      [{ 'x-business-use-case-usage': JSON.stringify(usage) }, 19 * 60_000],
      [{ 'retry-after': '7' }, 7_000],
      [{ 'x-business-use-case-usage': '{broken' }, 5 * 60_000],
      [{}, 5 * 60_000],
    ] as const;
    for (const [headers, ms] of cases) {
      const before = Date.now();
      const { until } = await failureWith({ status: 400, headers, body }, callGraph);
      expect(until).to.be.within(before + ms, Date.now() + ms);
    }
  });

  it('count as a retryable failure if the connection was refused, even at the commit', async () => {
    const app = { clientId: 'a', clientSecret: 'b', rewrite: () => 'http://127.0.0.1:1' };
    const call = { ...CALL, operation: 'commit' } as const;
    const error: unknown = await callCommit({ app, name: 'threads' }, call).catch(
      (e: unknown) => e,
    );
    expect(error).to.include({ kind: 'retry', code: 'PLATFORM_UNAVAILABLE' });
  });
});
