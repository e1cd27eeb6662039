import { expect } from 'chai';
import { apiSuite, type Customer } from '../api/suite.js';
import { failureOf, installedClient, recordingFetch } from './installed.js';

const FOX = { prompt: 'a red fox in snow' };
const MANY = 1_000;

describe('the client', () => {
  const suite = apiSuite({ workers: {} });
  const installed = installedClient();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 100 });
  });

  const creditsOf = async (): Promise<number> => {
    const account = await installed.of(suite.api.url, customer).request('GET /v1/account');
    return account.credits.total;
  };

  it('creates an image, waits for it, and returns its file', async () => {
    const media = installed.of(suite.api.url, customer);
    const image = await media.images.create({ ...FOX, aspect_ratio: '16:9' }).wait();
    expect(image).to.include({ object: 'generation', type: 'image', status: 'completed' });
    const file = await fetch(suite.api.url + new URL(image.result.url).pathname);
    expect(file.headers.get('content-type')).to.equal('image/webp');
    expect((await file.arrayBuffer()).byteLength).to.be.above(1_000);
    expect(await creditsOf()).to.equal(98);
  });

  it('returns the accepted generation without a wait, and waits for it later', async () => {
    const media = installed.of(suite.api.url, customer);
    const queued = await media.images.create(FOX);
    expect(queued.status).to.equal('queued');
    const { id } = await media.generations.wait(queued.id);
    expect(id).to.equal(queued.id);
    expect((await media.generations.get(id)).status).to.equal('completed');
    expect(await media.generations.delete(id)).to.deep.equal({
      id,
      object: 'generation',
      deleted: true,
    });
    expect(await failureOf(media.generations.get(id))).to.be.instanceOf(
      installed.client.NotFoundError,
    );
  });

  it('throws if a generation fails, with its refund', async () => {
    const media = installed.of(suite.api.url, customer);
    const { GenerationFailedError } = installed.client;
    const error = await failureOf(
      media.images.create({ prompt: 'a fox simulate:content_blocked' }).wait(),
    );
    if (!(error instanceof GenerationFailedError)) throw error;
    expect(error).to.include({ code: 'CONTENT_BLOCKED', name: 'GenerationFailedError' });
    expect(error.generation).to.include({ status: 'failed', credits: 2, refunded_credits: 2 });
    expect(await creditsOf()).to.equal(100);
  });

  it('throws a separate class for each refusal, with all problems', async () => {
    const media = installed.of(suite.api.url, customer);
    const { ValidationError, UnauthorizedError, InsufficientCreditsError } = installed.client;
    const { ContentBlockedError } = installed.client;
    const wrong = { prompt: '', aspect_ratio: '1:7' } as unknown as typeof FOX;
    const invalid = await failureOf(media.images.create(wrong));
    if (!(invalid instanceof ValidationError)) throw invalid;
    expect(invalid).to.include({ code: 'VALIDATION_ERROR', status: 400, retryable: false });
    expect(invalid.details?.issues?.map(({ path }) => path)).to.have.members([
      'body.prompt',
      'body.aspect_ratio',
    ]);
    expect(invalid.requestId).to.match(/^req_/);
    const stranger = installed.of(suite.api.url, { apiKey: 'svc_live_wrong' });
    expect(await failureOf(stranger.images.create(FOX))).to.be.instanceOf(UnauthorizedError);
    const blocked = await failureOf(media.images.create({ prompt: 'forbidden fruit' }));
    expect(blocked).to.be.instanceOf(ContentBlockedError);
    const poor = installed.of(suite.api.url, await suite.customer({ credits: 1 }));
    const broke = await failureOf(poor.images.create(FOX));
    if (!(broke instanceof InsufficientCreditsError)) throw broke;
    expect(broke.details).to.include({ required: 2, available: 1 });
    expect(await creditsOf()).to.equal(100);
  });

  it('does not affect the generation when a wait is aborted or times out', async () => {
    const media = installed.of(suite.api.url, customer);
    const { id } = await media.images.create({ prompt: 'a fox simulate:slow=2' });
    const reason = new Error('the user has left');
    const abort = new AbortController();
    const waiting = failureOf(media.generations.wait(id, { signal: abort.signal }));
    abort.abort(reason);
    expect(await waiting).to.equal(reason);
    const late = await failureOf(media.generations.wait(id, { timeoutMs: 1 }));
    expect(late).to.be.instanceOf(installed.client.TimeoutError);
    expect((await media.generations.wait(id)).status).to.equal('completed');
  });

  it('yields the events of a generation up to the final one', async () => {
    const media = installed.of(suite.api.url, customer);
    const { id } = await media.images.create(FOX);
    const types: string[] = [];
    for await (const event of media.generations.subscribe(id)) {
      types.push(event.type);
      if (event.type === 'completed') expect(event.data).to.include({ id, status: 'completed' });
    }
    expect(types.length).to.be.above(1);
    expect(types.at(-1)).to.equal('completed');
    expect(types.slice(0, -1).every((type) => ['step', 'progress'].includes(type))).to.equal(true);
    const { NotFoundError } = installed.client;
    const unknown = `gen_${'0'.repeat(32)}`;
    const missing = media.generations.subscribe(unknown).next();
    expect(await failureOf(missing)).to.be.instanceOf(NotFoundError);
  });

  it('rejects parameters that lead to another path, before it sends anything', async () => {
    const { sent, fetch } = recordingFetch();
    const media = installed.of(suite.api.url, customer, { fetch });
    for (const id of ['', '.', '..']) {
      expect(await failureOf(media.generations.delete(id))).to.be.instanceOf(TypeError);
    }
    expect(sent).to.deep.equal([]);
  });
}).timeout(120_000);

describe('the client without media workers', () => {
  const suite = apiSuite({ workers: { media: false } });
  const installed = installedClient();

  it('cancels and refunds a queued generation on abort, but only with `cancelOnAbort`', async () => {
    const customer = await suite.customer({ credits: 100 });
    const media = installed.of(suite.api.url, customer);
    const statusAfter = async (cancelOnAbort: boolean) => {
      const { id } = await media.images.create(FOX);
      const signal = AbortSignal.timeout(1);
      const error = await failureOf(media.generations.wait(id, { signal, cancelOnAbort }));
      expect(error).to.equal(signal.reason);
      return (await media.generations.get(id)).status;
    };
    expect(await statusAfter(false)).to.equal('queued');
    expect(await statusAfter(true)).to.equal('cancelled');
    const account = await media.request('GET /v1/account');
    expect(account.credits.total).to.equal(98);
  });

  it('waits on while the generation is cancelled elsewhere, and reports that', async () => {
    const media = installed.of(suite.api.url, await suite.customer());
    const { id } = await media.images.create(FOX);
    const waiting = failureOf(media.generations.wait(id));
    expect((await media.generations.cancel(id)).status).to.equal('cancelled');
    const error = await waiting;
    if (!(error instanceof installed.client.GenerationFailedError)) throw error;
    expect(error.code).to.equal('CANCELLED');
  });

  it(`iterates over ${MANY} generations, page by page`, async () => {
    const customer = await suite.customer();
    const first = await suite.queued(customer);
    await suite.db.query(
      `INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request,
         created_at)
       SELECT 'gen_' || md5(random()::text), account_id, key_id, type, model, 'completed', 2,
         request, created_at + n * interval '1 second'
       FROM generation, generate_series(1, $2::int) AS n WHERE id = $1`,
      [first, MANY - 1],
    );
    const { sent, fetch } = recordingFetch();
    const media = installed.of(suite.api.url, customer, { fetch });
    const ids: string[] = [];
    for await (const { id } of media.generations.list()) ids.push(id);
    expect(new Set(ids).size).to.equal(MANY);
    expect(ids.at(-1)).to.equal(first);
    expect(sent).to.have.length(10);
    for await (const { id } of media.generations.list({ limit: 5 })) {
      expect(id).to.equal(ids[0]);
      break;
    }
    expect(sent, 'leaving the loop reads no further page').to.have.length(11);
    await suite.db.query('DELETE FROM generation WHERE account_id = $1 AND id <> $2', [
      customer.accountId,
      first,
    ]);
  });

  it('waits for Retry-After of a 429, and repeats with the same key', async () => {
    const customer = await suite.customer({ plan: 'creator', raised: { concurrent_jobs: 100 } });
    const { sent, fetch } = recordingFetch();
    const media = installed.of(suite.api.url, customer, { fetch });
    const count = 62;
    const made = await Promise.all(Array.from({ length: count }, () => media.images.create(FOX)));
    expect(new Set(made.map(({ id }) => id)).size).to.equal(count);
    expect(new Set(sent.map(({ key }) => key)).size).to.equal(count);
    const refused = sent.filter(({ status }) => status === 429);
    expect(refused.length).to.be.above(0);
    for (const { key, at } of refused) {
      const next = sent.find((one) => one.key === key && one.at > at);
      expect(next && next.at - at).to.be.at.least(990);
    }
    const { hold } = await suite.footprint(customer.accountId);
    expect(hold, 'one charge each').to.equal(count);
  }).timeout(60_000);

  it('throws a 429 immediately if Retry-After exceeds the timeout of the call', async () => {
    const customer = await suite.customer({ plan: 'free' });
    const { sent, fetch } = recordingFetch();
    const media = installed.of(suite.api.url, customer, { fetch });
    await media.images.create(FOX);
    await media.images.create(FOX);
    const error = await failureOf(media.images.create(FOX, { timeoutMs: 5_000 }));
    if (!(error instanceof installed.client.ConcurrencyLimitError)) throw error;
    expect(error).to.include({ status: 429, retryAfterMs: 15_000, retryable: true });
    expect(sent).to.have.length(3);
  });
});
