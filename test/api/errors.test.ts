import { expect } from 'chai';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { createId } from '../../domain/contract/ids.js';
import { startApi } from '../support/platform.js';
import { sendRaw, type RawAnswer, type RawRequest } from './raw.js';
import { BODIES, get, image, JSON_TYPE, PATHS, QUERIES, type Case } from './refused-cases.js';
import { apiSuite, type Customer } from './suite.js';

function check(answer: RawAnswer, { status, code, issues, says, headers }: Case): void {
  expect(answer.status, answer.text).to.equal(status);
  expectMarks(answer);
  const { error } = JSON.parse(answer.text) as ErrorBody;
  expect(error.code).to.equal(code);
  expect(error.request_id).to.equal(answer.headers['x-request-id']);
  expect(error.message).to.have.length.above(10);
  if (issues) {
    const listed = (error.details?.['issues'] ?? []) as { path: string; message: string }[];
    expect(listed.map(({ path }) => path)).to.have.members(issues);
  }
  if (says) expect(answer.text).to.match(says);
  for (const [name, pattern] of Object.entries(headers ?? {})) {
    expect(answer.headers[name], name).to.match(pattern);
  }
}

/** Expects the headers that every response has. */
function expectMarks({ headers }: RawAnswer): void {
  expect(headers['x-request-id']).to.match(/^req_[0-9a-f]{32}$/);
  expect(headers['x-ratelimit-limit']).to.match(/^[1-9]\d*$/);
}

describe('refused requests', () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer();
  });
  const send = (request: RawRequest) => {
    const headers = { Authorization: `Bearer ${customer.apiKey}`, ...request.headers };
    return sendRaw(suite.api.url, { ...request, headers });
  };

  const groups = { body: BODIES, query: QUERIES, path: PATHS };
  for (const [group, cases] of Object.entries(groups)) {
    for (const one of cases) {
      it(`return ${one.status} ${one.code}, and store and charge nothing: ${group}: ${one.what}`, async () => {
        check(await suite.leavesNothing(customer.accountId, () => send(one.send)), one);
      });
    }
  }

  it('have a unique request id and the rate limit in every response, like accepted requests', async () => {
    const { apiKey } = await suite.customer({ credits: 0, scopes: ['generate'] });
    const key = { Authorization: `Bearer ${apiKey}` };
    const requests: [RawRequest, number][] = [
      [get('/v1/account'), 200],
      [{ method: 'HEAD', path: '/v1/account' }, 200],
      [{ ...get('/v1/account'), headers: { Authorization: '' } }, 401],
      [
        {
          ...image({ prompt: 'a fox' }),
          headers: { ...JSON_TYPE, ...key, 'Idempotency-Key': 'k' },
        },
        402,
      ],
      [{ ...get('/v1/account'), headers: key }, 403],
      [get('/v1/nothing'), 404],
      [{ method: 'PUT', path: '/v1/account' }, 405],
      [image({ prompt: 'forbidden fruit' }), 422],
      [get('/v1/openapi.json'), 200],
      [get('/docs'), 200],
      [get('/healthz'), 200],
      [get('/readyz'), 200],
    ];
    const ids = new Set<unknown>();
    for (const [request, status] of requests) {
      const answer = await send(request);
      expect(answer.status, `${request.method} ${request.path}: ${answer.text}`).to.equal(status);
      expectMarks(answer);
      ids.add(answer.headers['x-request-id']);
    }
    expect(ids.size).to.equal(requests.length);
  });

  it("get a new request id instead of the caller's X-Request-Id", async () => {
    const answer = await send({ ...get('/v1/account'), headers: { 'X-Request-Id': 'mine' } });
    expectMarks(answer);
  });
});

describe('an internal failure', () => {
  const suite = apiSuite();

  it('returns 500 INTERNAL_ERROR without internal details, and stores and charges nothing', async () => {
    const broken = await startApi({}, (deps) => ({
      ...deps,
      newId: (prefix) => {
        if (prefix === 'gen') throw new Error('the secret of the machine room');
        return createId(prefix);
      },
    }));
    try {
      const { accountId, apiKey } = await suite.customer();
      const request = image({ prompt: 'a fox' });
      const headers = { ...request.headers, Authorization: `Bearer ${apiKey}` };
      const answer = await suite.leavesNothing(accountId, () =>
        sendRaw(broken.url, { ...request, headers }),
      );
      check(answer, { what: '', send: request, status: 500, code: 'INTERNAL_ERROR' });
      expect(answer.text).not.to.match(/secret|machine|node:|\.ts/);
    } finally {
      await broken.stop();
    }
  });

  for (const code of ['40P01', '40001']) {
    it(`returns 503 when PostgreSQL aborts every attempt of a transaction with ${code}`, async () => {
      const { accountId, client } = await suite.customer();
      await suite.db.query(`
        CREATE FUNCTION end_it() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN RAISE EXCEPTION 'for another' USING ERRCODE = '${code}'; END $$;
        CREATE TRIGGER end_it BEFORE INSERT ON generation FOR EACH ROW
          WHEN (NEW.account_id = '${accountId}') EXECUTE FUNCTION end_it()`);
      try {
        const answer = await suite.leavesNothing(accountId, () =>
          client.refused('POST', '/v1/images', { body: { prompt: 'a fox' } }),
        );
        expect(answer.status, answer.text).to.equal(503);
        expect(answer.body.error.code).to.equal('UNAVAILABLE');
        expect(answer.headers.get('retry-after')).to.equal('2');
      } finally {
        await suite.db.query('DROP FUNCTION end_it CASCADE');
      }
    });
  }
});

describe('an unknown address', () => {
  const suite = apiSuite();

  it('shows a page to browsers, and JSON to programs', async () => {
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const ask = (path: string, accept: string) =>
      fetch(suite.api.url + path, { headers: { Accept: accept } });
    for (const path of ['/nope', '/docs/nope']) {
      const page = await ask(path, browser);
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([
        404,
        'text/html; charset=utf-8',
      ]);
      const text = await page.text();
      expect(text).to.include('Page not found').and.include('href="/docs"');
    }
    const programs = [
      ['/nope', '*/*'],
      ['/nope', 'application/json'],
      ['/v1/nope', browser],
      ['/app/api/nope', browser],
    ] as const;
    for (const [path, accept] of programs) {
      const answer = await ask(path, accept);
      expect(answer.headers.get('content-type'), `${path} ${accept}`).to.match(/json/);
    }
  });
});
