import { expect } from 'chai';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { suspendAccount } from '../../domain/accounts/suspend-account.js';
import { startApi, type TestApi } from '../support/platform.js';
import { apiSuite } from './suite.js';
import { Unfinished, type UnfinishedRequest } from './unfinished.js';

const HUGE = { 'Content-Length': '28000000' };
const CROWD = 100;
/** A generous estimate of the bytes that the buffers at both ends of a connection hold. */
const IN_FLIGHT = 1_000_000;

/** First parts of bodies that are refused before they are complete, and the expected messages. */
const BEGINNINGS: [what: string, beginning: string, says: RegExp][] = [
  ['too many values', `{"reference_images":[${'0,'.repeat(11_000)}`, /more than 10000 values/],
  ['too many levels', `{"prompt":${'['.repeat(33)}`, /deeper than 32 levels/],
  ['a megabyte of white space', ' '.repeat(1_100_000), /more than 1000000 bytes of names/],
  [
    'a number with a megabyte of digits',
    `{"seed":${'1'.repeat(1_100_000)}`,
    /more than 1000000 bytes of names/,
  ],
  [
    'a megabyte of escapes',
    `{"prompt":"${'\\n'.repeat(600_000)}`,
    /more than 1000000 bytes of names/,
  ],
];

describe('an unfinished request body', () => {
  const suite = apiSuite();
  const sent: Unfinished[] = [];
  const send = async (request: UnfinishedRequest, url = suite.api.url) => {
    const one = await Unfinished.send(url, request);
    sent.push(one);
    return one;
  };
  afterEach(() => {
    for (const one of sent.splice(0)) one.end();
  });
  const codeOf = (text: string) => (JSON.parse(text) as ErrorBody).error;

  it('is refused before a byte is read if the key, account status, rate or scope does not allow the request', async () => {
    const suspended = await suite.customer();
    await suspendAccount(suite.db.manager, suspended.accountId);
    const limited = await suite.customer({ raised: { requests_per_minute: 1 } });
    await limited.client.get('/v1/account');
    const scoped = await suite.customer({ scopes: ['read'] });
    const cases = [
      [null, 401],
      [suspended.apiKey, 403],
      [limited.apiKey, 429],
      [scoped.apiKey, 403],
    ] as const;
    const expectRefused = async (apiKey: string | null, status: number) => {
      const one = await send({ path: '/v1/images', apiKey, headers: HUGE });
      const answer = await one.answer();
      expect(answer.status).to.equal(status);
      expect(answer.head).to.match(/^connection: close$/im);
      await one.closed();
    };
    await Promise.all(cases.map(([apiKey, status]) => expectRefused(apiKey, status)));
  });

  it(`is refused almost unread from each of ${CROWD} clients without a key`, async () => {
    const before = suite.api.edge.discards.dropped;
    const body = Buffer.alloc(28_000_000, 'x');
    const crowd = await Promise.all(
      Array.from({ length: CROWD }, () =>
        send({ path: '/v1/images', apiKey: null, headers: HUGE, body }),
      ),
    );
    for (const one of crowd) {
      const { status, head } = await one.answer();
      expect(status).to.equal(401);
      expect(head).to.match(/^connection: close$/im);
    }
    await Promise.all(crowd.map((one) => one.closed()));
    const dropped = suite.api.edge.discards.dropped - before;
    expect(dropped, 'of 2,800 MB').to.be.below(32_000_000 + CROWD * IN_FLIGHT);
    expect(suite.api.edge.bodies.held).to.equal(0);
  });

  for (const [what, beginning, says] of BEGINNINGS) {
    it(`is rejected for ${what} before the rest arrives`, async () => {
      const { apiKey } = await suite.customer();
      const requests = [
        await send({ path: '/v1/images', apiKey, headers: HUGE, body: beginning }),
        await Unfinished.sendChunk(suite.api.url, {
          path: '/v1/images',
          apiKey,
          body: beginning,
        }),
      ];
      sent.push(...requests);
      for (const one of requests) {
        const { status, head, text } = await one.answer();
        expect(status, text).to.equal(400);
        expect(codeOf(text).message).to.match(says);
        expect(head).to.match(/^connection: close$/im);
      }
    });
  }

  it('is requested with 100 Continue only after its headers are accepted', async () => {
    const { apiKey } = await suite.customer();
    const expecting = { 'Content-Length': '18', Expect: '100-continue' };
    const refused = await send({ path: '/v1/images', apiKey: null, headers: expecting });
    expect((await refused.answer()).head).to.match(/^HTTP\/1.1 401/);
    const wanted = await send({ path: '/v1/images', apiKey, headers: expecting });
    await wanted.hears(/^HTTP\/1.1 100 Continue/);
    wanted.socket.write('{"prompt":"a fox"}');
    await wanted.hears(/\nHTTP\/1.1 202/);
  });
});

describe('a request body that arrives slowly', () => {
  const suite = apiSuite();
  let hasty: TestApi;
  before(async () => {
    hasty = await startApi({}, undefined, { bodyDeadlineMs: 300 });
  });
  after(() => hasty.stop());

  it('is rejected at the deadline, and its connection is closed', async () => {
    const { apiKey } = await suite.customer();
    for (const length of ['100', '28000000']) {
      const one = await Unfinished.send(hasty.url, {
        path: '/v1/images',
        apiKey,
        headers: { 'Content-Length': length },
        body: '{"prompt":',
      });
      const drip = setInterval(() => one.socket.write(' '), 50);
      const { status, head, text } = await one.answer();
      expect(status).to.equal(400);
      expect(text).to.match(/did not arrive within 0.3 seconds/);
      expect(head).to.match(/^connection: close$/im);
      await one.closed();
      clearInterval(drip);
    }
    expect(hasty.edge.bodies.held, 'its memory is released').to.equal(0);
  });
});
