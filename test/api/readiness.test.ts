import { expect } from 'chai';
import { HEADERS_MS, KEEP_ALIVE_MS, REQUEST_MS } from '../../api/http-server.js';
import { createReadiness } from '../../api/middleware/readiness.js';
import { apiSuite } from './suite.js';

describe('readiness', () => {
  /** Creates a probe that stays open until it is answered, and a clock that the test controls. */
  function rig() {
    const open: PromiseWithResolvers<void>[] = [];
    let clock = 0;
    let asked = 0;
    const probe = () => {
      asked += 1;
      const pending = Promise.withResolvers<void>();
      open.push(pending);
      return pending.promise;
    };
    return {
      ready: createReadiness({ part: probe }, () => clock),
      answer: () => open.shift()?.resolve(),
      fail: () => open.shift()?.reject(new Error('away')),
      pass: (ms: number) => (clock += ms),
      asked: () => asked,
    };
  }

  it('is checked by one query at a time for any number of concurrent requests', async () => {
    const { ready, answer, asked, pass } = rig();
    const crowd = Array.from({ length: 100 }, () => ready());
    pass(60_000);
    crowd.push(ready());
    expect(asked()).to.equal(1);
    answer();
    expect(new Set((await Promise.all(crowd)).map(({ part }) => part))).to.deep.equal(
      new Set(['ok']),
    );
    expect(asked()).to.equal(1);
  });

  it('is cached for a second, whether good or bad, and is then checked again', async () => {
    const { ready, answer, fail, asked, pass } = rig();
    const first = ready();
    answer();
    expect(await first).to.deep.equal({ part: 'ok' });
    pass(999);
    expect(await ready()).to.deep.equal({ part: 'ok' });
    expect(asked()).to.equal(1);
    pass(1);
    const second = ready();
    fail();
    expect(await second).to.deep.equal({ part: 'unavailable' });
    expect(await ready()).to.deep.equal({ part: 'unavailable' });
    expect(asked()).to.equal(2);
  });

  it('needs only one database query for many simultaneous requests', async () => {
    const { api } = suite;
    const crowd = Array.from({ length: 50 }, () => fetch(`${api.url}/readyz`));
    const texts = await Promise.all((await Promise.all(crowd)).map((answer) => answer.text()));
    expect(new Set(texts).size).to.equal(1);
    expect(JSON.parse(texts[0] ?? '')).to.deep.include({ status: 'ready' });
  });

  const suite = apiSuite();
});

describe('idle connections', () => {
  const suite = apiSuite();

  it('are kept open longer than load balancers keep them, and the client is informed', async () => {
    expect(KEEP_ALIVE_MS).to.equal(75_000);
    const { server, url } = suite.api;
    expect([server.keepAliveTimeout, server.headersTimeout, server.requestTimeout]).to.deep.equal([
      KEEP_ALIVE_MS,
      HEADERS_MS,
      REQUEST_MS,
    ]);
    const { headers } = await fetch(`${url}/healthz`);
    expect(headers.get('keep-alive')).to.equal('timeout=75');
  });
});
