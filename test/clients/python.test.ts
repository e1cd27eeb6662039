import { expect } from 'chai';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { apiSuite, type Customer } from '../api/suite.js';
import { startCuttingProxy } from '../openai/cutting-proxy.js';
import { testEnv } from '../support/platform.js';
import { PlatformProcess } from '../support/process.js';
import { MODES, readBlocks, usePythonClient } from './python-rig.js';

const RUN_MS = 120_000;
const CUT = 30;

interface Described {
  readonly class: string;
  readonly code: string | null;
}

describe('the Python client', () => {
  const suite = apiSuite({ workers: {} });
  const client = usePythonClient();
  const platformOf = ({ apiKey }: Customer) => ({ url: suite.api.url, apiKey });

  for (const mode of MODES) {
    it(`generates, waits, lists and deletes (${mode})`, async () => {
      const customer = await suite.customer();
      const did = await client.play<object>('success', mode, platformOf(customer));
      expect(did).to.deep.include({
        accepted: 'queued',
        status: 'completed',
        listed: true,
        deleted: true,
        after: { class: 'NotFoundError', code: 'NOT_FOUND' },
        unknown: { class: 'NotFoundError', code: 'NOT_FOUND' },
      });
      expect(did).to.have.property('url').that.includes('/outputs/gen_');
    }).timeout(RUN_MS);

    it(`speaks, waits, lists and deletes speech (${mode})`, async () => {
      const did = await client.play<object>('speak', mode, platformOf(await suite.customer()));
      expect(did).to.deep.include({
        accepted: 'queued',
        done: {
          object: 'speech',
          status: 'completed',
          voice_key: 'grace',
          format: 'mp3',
          speed: 1.5,
        },
        listed: [true, true],
        failed: { class: 'SpeechFailedError', code: 'CONTENT_BLOCKED' },
        refunded: true,
        deleted: ['speech', true],
        after: { class: 'NotFoundError', code: 'NOT_FOUND' },
      });
      expect(did)
        .to.have.property('url')
        .that.matches(/\.mp3$/);
    }).timeout(RUN_MS);

    it(`raises one class per code, and reports the refund of a failure (${mode})`, async () => {
      const customer = await suite.customer({ credits: 100 });
      const did = await client.play<object>('failure', mode, platformOf(customer));
      expect(did).to.deep.equal({
        failed: { class: 'GenerationFailedError', code: 'CONTENT_BLOCKED' },
        refunded: true,
        invalid: { class: 'ValidationError', code: 'VALIDATION_ERROR' },
        issues: ['body.aspect_ratio', 'body.seed'],
        has_links: true,
        stranger: { class: 'UnauthorizedError', code: 'UNAUTHORIZED' },
      });
      const { body } = await customer.client.get<{ credits: { total: number } }>('/v1/account');
      expect(body.credits.total).to.equal(100);
    }).timeout(RUN_MS);

    it(`follows a generation to its end (${mode})`, async () => {
      const platform = platformOf(await suite.customer());
      const did = await client.play<{ types: string[]; url: string }>('follow_new', mode, platform);
      expect(did.types.slice(0, -1)).to.not.include('completed');
      expect(did.types.at(-1)).to.equal('completed');
      expect(did.url).to.include('/outputs/gen_');
    }).timeout(RUN_MS);
  }

  it('makes videos', async () => {
    const platform = platformOf(await suite.customer());
    const { url } = await client.play<{ url: string }>('video', 'sync', platform);
    expect(url).to.match(/\.mp4$/);
  }).timeout(RUN_MS);

  it('has a README whose blocks run as pasted', async () => {
    const { apiKey } = await suite.customer();
    // Result URLs contain the public address of the API.
    const port = await findFreePort(0);
    const url = `http://127.0.0.1:${port}`;
    const env = testEnv({ API_PORT: String(port), PUBLIC_URL: url });
    const api = await PlatformProcess.start('api', env);
    const blocks = await readBlocks();
    for (const block of blocks) await client.run(['-c', block], { API_URL: url, API_KEY: apiKey });
    await api.stop();
    expect(blocks).to.have.length.above(5);
  }).timeout(RUN_MS);
});

describe('a call of the Python client', () => {
  const suite = apiSuite();
  const client = usePythonClient();
  const platformOf = ({ apiKey }: Customer, url = suite.api.url) => ({ url, apiKey });
  const madeBy = async ({ accountId }: Customer): Promise<object> => {
    const [made] = await suite.db.query(
      `SELECT count(*)::int AS generations, coalesce(sum(credits), 0)::int AS credits
       FROM generation WHERE account_id = $1`,
      [accountId],
    );
    return made;
  };

  for (const mode of MODES) {
    it(`is charged once for each of ${CUT} requests whose response is lost (${mode})`, async () => {
      const raised = { requests_per_minute: 10_000, concurrent_jobs: 1_000 };
      const customer = await suite.customer({ raised });
      const seen = new Set<string>();
      const isFirst = (head: string) => {
        const key = /^idempotency-key: (.+)$/im.exec(head)?.[1] ?? '';
        return seen.size < seen.add(key).size;
      };
      const proxy = await startCuttingProxy(suite.api.url, () => 'answered', isFirst);
      const platform = platformOf(customer, proxy.url);
      const { ids } = await client.play<{ ids: string[] }>('create', mode, platform, `${CUT}`);
      await proxy.stop();
      expect(proxy.cuts).to.equal(CUT);
      expect(new Set(ids).size).to.equal(CUT);
      expect(await madeBy(customer)).to.deep.equal({ generations: CUT, credits: 2 * CUT });
    }).timeout(RUN_MS);

    it(`waits for Retry-After, or raises an error if that is too long (${mode})`, async () => {
      const customer = await suite.customer({
        plan: 'creator',
        raised: { requests_per_minute: 60 },
      });
      // The limit allows a burst of 60 requests. This value uses up the burst, so the next request is
      // allowed in 2.5 seconds.
      await suite.db.query(`INSERT INTO rate_bucket VALUES ($1, now() + interval '61.5 s')`, [
        customer.keyId,
      ]);
      const did = await client.play<{
        plan: string;
        seconds: number;
        hasty: Described;
        retry_after: number;
      }>('limited', mode, platformOf(customer));
      expect(did.hasty).to.deep.equal({ class: 'RateLimitedError', code: 'RATE_LIMITED' });
      expect(did.retry_after).to.be.within(1, 4);
      expect(did.plan).to.equal('creator');
      expect(did.seconds).to.be.at.least(1);
    }).timeout(RUN_MS);

    it(`iterates over 1,000 generations, each once and newest first (${mode})`, async () => {
      const customer = await suite.customer();
      const id = await suite.queued(customer);
      await suite.complete(id);
      const rows: { id: string }[] = await suite.db.query(
        `INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request,
           created_at)
         SELECT 'gen_' || md5(random()::text), account_id, key_id, type, model, 'completed', 2,
           request, created_at - n * interval '1 second'
         FROM generation, generate_series(1, 999) AS n WHERE id = $1 RETURNING id`,
        [id],
      );
      const { ids } = await client.play<{ ids: string[] }>('iterate', mode, platformOf(customer));
      // Delete them, because the ledger check would report that they were never charged.
      await suite.db.query('DELETE FROM generation WHERE account_id = $1 AND id <> $2', [
        customer.accountId,
        id,
      ]);
      expect(ids).to.deep.equal([id, ...rows.map((row) => row.id)]);
    }).timeout(RUN_MS);
  }

  it('is charged once if the API is killed between commit and response, and restarted', async () => {
    const customer = await suite.customer();
    const port = await findFreePort(0);
    const env = testEnv({ API_PORT: String(port) });
    const first = await PlatformProcess.start('api', { ...env, CRASH_AT: 'accept.after_commit' });
    const platform = platformOf(customer, `http://127.0.0.1:${port}`);
    const creating = client.play<{ ids: string[] }>('create', 'sync', platform, '1');
    expect((await first.ended).signal).to.equal('SIGKILL');
    const next = await PlatformProcess.start('api', env);
    const { ids } = await creating;
    expect(ids).to.have.length(1);
    expect(await madeBy(customer)).to.deep.equal({ generations: 1, credits: 2 });
    await next.kill();
  }).timeout(RUN_MS);
});

describe('a wait of the Python client', () => {
  const suite = apiSuite({ workers: { media: false } });
  const client = usePythonClient();
  const platformOf = ({ apiKey }: Customer) => ({ url: suite.api.url, apiKey });

  for (const mode of MODES) {
    it(`does not affect the generation when it times out, and a cancelled generation is refunded (${mode})`, async () => {
      const customer = await suite.customer();
      const did = await client.play<object>('patience', mode, platformOf(customer));
      expect(did).to.deep.equal({
        late: { class: 'WaitTimeoutError', code: null, is_timeout: true },
        known: 'queued',
        between: 'queued',
        cancelled: 'cancelled',
        refunded: 2,
        after: { class: 'GenerationFailedError', code: 'CANCELLED' },
      });
    }).timeout(RUN_MS);
  }

  for (const mode of MODES) {
    it(`does not affect speech when it times out, and cancelled speech is refunded (${mode})`, async () => {
      const customer = await suite.customer();
      const did = await client.play<object>('speech_patience', mode, platformOf(customer));
      expect(did).to.deep.equal({
        late: { class: 'WaitTimeoutError', code: null },
        known: ['queued', null],
        cancelled: 'cancelled',
        refunded: true,
        after: { class: 'SpeechFailedError', code: 'CANCELLED' },
      });
    }).timeout(RUN_MS);
  }

  it('does not affect the generation when the waiting task is cancelled', async () => {
    const platform = platformOf(await suite.customer());
    const did = await client.play('abandon', 'async', platform);
    expect(did).to.deep.equal({ ended: true, status: 'queued' });
  }).timeout(RUN_MS);
});
