import { expect } from 'chai';
import type { Answer } from '../support/client.js';
import { until } from '../support/until.js';
import { sweepUploads } from '../../domain/uploads/sweep-uploads.js';
import { IMPORTS } from '../../runtime/shares.js';
import { GOOD } from '../egress/rig.js';
import { http, pump } from '../egress/servers.js';
import { blackPng } from '../media/inspection/made.js';
import type { Customer } from './suite.js';
import { dataUrl } from '../support/data-url.js';
import { errorOf, pathsOf, uploadSuite } from './uploads-rig.js';

const GB = 1_000_000_000;
const png = blackPng(64);
const HTML = Buffer.from('<html>not a picture</html>');
const addressOf = (path: string) => `https://${GOOD}${path}`;

/** Expects the refusal of a URL that failed too often. */
function expectTooOften(answer: Answer<unknown>): void {
  expect(answer.status, answer.text).to.equal(429);
  expect(errorOf(answer).code).to.equal('RATE_LIMITED');
  expect(errorOf(answer).message).to.match(/3 times within 10 minutes.*send the file itself/);
  expect(answer.text).to.include('"code":"UPLOAD_SOURCE"').and.include('"field":"url"');
  expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 600);
}

describe('failed imports from one URL', () => {
  const suite = uploadSuite({ workers: null });
  const visitsOf = (path: string) => suite.site.visits.filter((visit) => visit.path === path);

  it('block the fourth import from that URL for this account, without a request to the URL', async () => {
    const [customer, other] = [await suite.customer(), await suite.customer()];
    suite.site.answer = (socket) => socket.end(http(500));
    const url = addressOf('/fails');
    for (const fragment of ['', '#a', '#b']) {
      expect((await suite.create(customer, { url: url + fragment })).status).to.equal(400);
    }
    expectTooOften(await suite.create(customer, { url }));
    const used = await customer.client.image({ scene_image: url });
    expect(used.status, used.text).to.equal(429);
    expect(used.text).to.include('"field":"scene_image"');
    expect(visitsOf('/fails')).to.have.length(3);
    expect((await suite.create(other, { url })).status).to.equal(400);
    const elsewhere = suite.publish(png, '/works');
    expect((await suite.create(customer, { url: elsewhere })).status).to.equal(201);
  });

  it('make only three of ten concurrent imports reach the server', async () => {
    const customer = await suite.customer();
    suite.site.answer = (socket) => socket.end(http(404));
    const url = addressOf('/at-once');
    const ask = () => suite.create(customer, { url });
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    for (const { status, text } of answers) expect(status, text).to.be.oneOf([400, 429, 503]);
    expect(visitsOf('/at-once')).to.have.length.within(1, 3);
    while ((await ask()).status === 400);
    expectTooOften(await ask());
    expect(visitsOf('/at-once')).to.have.length(3);
  });

  it('include an unusable file, and are no longer counted after a success', async () => {
    const customer = await suite.customer();
    const url = suite.publish(HTML, '/changes');
    for (let round = 0; round < 3; round += 1) {
      suite.publish(HTML);
      for (const _ of [1, 2]) expect((await suite.create(customer, { url })).status).to.equal(400);
      suite.publish(png);
      expect((await suite.create(customer, { url })).status).to.equal(201);
    }
    suite.publish(HTML);
    for (const _ of [1, 2, 3]) expect((await suite.create(customer, { url })).status).to.equal(400);
    expectTooOften(await suite.create(customer, { url }));
  });

  it('do not include an import that is refused before it is fetched, or that succeeds', async () => {
    const customer = await suite.customer();
    const good = suite.publish(png, '/often');
    for (const _ of [1, 2, 3, 4, 5]) {
      const refused = await suite.create(customer, { url: 'https://10.0.0.1/a.png' });
      expect(refused.status, refused.text).to.equal(400);
      expect((await suite.create(customer, { url: good })).status).to.equal(201);
    }
  });

  it('are no longer counted ten minutes after the first failure', async () => {
    const customer = await suite.customer();
    suite.site.answer = (socket) => socket.end(http(500));
    const url = addressOf('/later');
    const ask = () => suite.create(customer, { url });
    for (const _ of [1, 2, 3]) await ask();
    await sweepUploads(suite.api.deps);
    expectTooOften(await ask());
    const age = () =>
      suite.db.query(
        "UPDATE import_source SET since = since - interval '10 minutes' WHERE account_id = $1",
        [customer.accountId],
      );
    await age();
    suite.publish(png);
    expect((await ask()).status).to.equal(201);
    await age();
    await sweepUploads(suite.api.deps);
    const rows = 'SELECT 1 FROM import_source WHERE account_id = $1';
    expect(await suite.db.query(rows, [customer.accountId]), 'forgotten').to.deep.equal([]);
  });
});

describe('bytes of failed imports', () => {
  const suite = uploadSuite({ workers: null });

  /** Creates an account that may upload this many more bytes today. */
  async function left(bytes: number): Promise<Customer> {
    const customer = await suite.customer({ plan: 'free' });
    await suite.db.query(
      `INSERT INTO daily_usage (account_id, day, files, bytes)
       VALUES ($1, (now() AT TIME ZONE 'utc')::date, 0, $2)`,
      [customer.accountId, GB - bytes],
    );
    return customer;
  }

  it('count towards the daily allowance together with their files, even for data URLs', async () => {
    const customer = await suite.customer();
    for (const path of ['/a', '/b']) {
      const answer = await suite.create(customer, { url: suite.publish(HTML, path) });
      expect(answer.status, answer.text).to.equal(400);
    }
    expect(await suite.counted(customer)).to.deep.equal({ files: 2, bytes: 2 * HTML.length });
    expect((await suite.create(customer, { data: dataUrl(HTML) })).status).to.equal(400);
    expect(await suite.counted(customer)).to.deep.equal({ files: 3, bytes: 3 * HTML.length });
  });

  it('can use up the allowance, and then further imports are not fetched', async () => {
    const customer = await left(HTML.length);
    const refused = await suite.create(customer, { url: suite.publish(HTML, '/last') });
    expect(pathsOf(refused)).to.deep.equal(['body.url']);
    expect((await suite.counted(customer)).bytes).to.equal(GB);
    const visits = suite.site.visits.length;
    expect((await suite.create(customer, { url: suite.publish(png, '/more') })).status).to.equal(
      429,
    );
    expect(suite.site.visits.length).to.equal(visits);
  });

  it('are fetched only up to the allowance if the size of the file is not declared', async () => {
    const customer = await left(500_000);
    suite.site.answer = (socket) => {
      socket.write(http(200));
      pump(socket, 50_000_000);
    };
    const answer = await suite.create(customer, { url: addressOf('/endless') });
    expect(answer.status, answer.text).to.equal(429);
    expect(answer.text).to.include('UPLOAD_ALLOWANCE');
    expect((await suite.counted(customer)).bytes).to.be.within(GB - 200_000, GB);
  });

  it('are not fetched if the declared size exceeds the allowance, and three attempts block the URL', async () => {
    const customer = await left(500_000);
    suite.site.answer = (socket) => socket.end(http(200, ['Content-Length: 500001']));
    const url = addressOf('/announced');
    for (const _ of [1, 2, 3]) {
      const answer = await suite.create(customer, { url });
      expect(answer.text).to.include('UPLOAD_ALLOWANCE');
    }
    expectTooOften(await suite.create(customer, { url }));
    expect((await suite.counted(customer)).bytes).to.equal(GB - 500_000);
  });
});

describe("an account's share of imports", () => {
  let hold = Promise.withResolvers<void>();
  let storing = 0;
  const suite = uploadSuite({
    workers: null,
    change: (deps) => ({
      ...deps,
      store: {
        ...deps.store,
        async putFile(...args) {
          storing += 1;
          await hold.promise;
          return deps.store.putFile(...args);
        },
      },
    }),
  });
  beforeEach(() => {
    hold = Promise.withResolvers<void>();
    storing = 0;
  });

  it('prevents 50 imports of one account from delaying another account, and returns 503 to imports above the share', async () => {
    const [many, one] = [
      await suite.customer({ raised: { requests_per_minute: 1_000 } }),
      await suite.customer(),
    ];
    const hanging: (() => void)[] = [];
    suite.site.answer = (socket, { path }) => {
      const send = () => {
        socket.write(http(200, [`Content-Length: ${png.length}`]));
        socket.end(png);
      };
      if (path.startsWith('/slow')) hanging.push(send);
      else send();
    };
    const asked = Array.from({ length: 50 }, (_, index) =>
      suite.create(many, { url: addressOf(`/slow/${index}`) }),
    );
    const refused = 50 - IMPORTS.concurrentEach - IMPORTS.waitingEach;
    let answered = 0;
    for (const answer of asked) void answer.then(() => (answered += 1));
    await until('all imports wait or are refused', async () => answered === refused);
    hold.resolve();
    const single = await suite.create(one, { url: addressOf('/single') });
    expect(single.status, single.text).to.equal(201);
    expect(hanging, 'concurrent fetches').to.have.length(IMPORTS.concurrentEach);
    const ended = Promise.all(asked);
    await until('all imports have ended', async () => {
      for (const send of hanging.splice(0)) send();
      return answered === 50;
    });
    const answers = await ended;
    const unavailable = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 201)).to.have.length(50 - refused);
    expect(unavailable).to.have.length(refused);
    for (const answer of unavailable) {
      expect(errorOf(answer).code).to.equal('UNAVAILABLE');
      expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60);
    }
  });

  it('holds a slot until the file is stored in the object store', async () => {
    const customer = await suite.customer();
    const visits = suite.site.visits.length;
    suite.publish(png);
    const asked = Array.from({ length: IMPORTS.concurrentEach + 1 }, (_, index) =>
      suite.create(customer, { url: addressOf(`/held/${index}`) }),
    );
    await until(
      'the store receives as many files as allowed',
      async () => storing === IMPORTS.concurrentEach,
    );
    expect(suite.site.visits.length - visits).to.equal(IMPORTS.concurrentEach);
    hold.resolve();
    for (const { status, text } of await Promise.all(asked)) expect(status, text).to.equal(201);
    expect(suite.site.visits.length - visits).to.equal(IMPORTS.concurrentEach + 1);
  });

  it('applies to concurrent duplicates, and a later duplicate is not fetched', async () => {
    const customer = await suite.customer();
    const visits = suite.site.visits.length;
    const url = suite.publish(png, '/twins');
    const ask = () => suite.create(customer, { url }, { idem: 'twins' });
    const asked = Array.from({ length: 10 }, ask);
    await until(
      'the store receives the first files',
      async () => storing === IMPORTS.concurrentEach,
    );
    hold.resolve();
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ text }) => text)).size, answers[0]?.text).to.equal(1);
    expect(suite.site.visits.length - visits).to.equal(IMPORTS.concurrentEach);
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
  });
});
