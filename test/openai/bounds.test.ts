import { expect } from 'chai';
import { failGeneration } from '../../domain/generations/advance-generation.js';
import { apiSuite, type Customer } from '../api/suite.js';
import { startApi } from '../support/platform.js';
import { until } from '../support/until.js';
import type { OpenAiError } from '../../api/openai/errors.js';

describe('a response from /openai/v1', () => {
  const suite = apiSuite({ env: { OPENAI_WAIT_SECONDS: '1' } });
  const FOX = { prompt: 'a red fox' };

  const ask = async (
    { apiKey }: Pick<Customer, 'apiKey'>,
    method: string,
    path: string,
    body?: object,
    url = suite.api.url,
  ) => {
    const answer = await fetch(`${url}/openai/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { error } = (await answer.json()) as Partial<OpenAiError>;
    return { status: answer.status, headers: answer.headers, error };
  };
  const post = (customer: Customer, body: object) =>
    ask(customer, 'POST', '/images/generations', body);

  it('names the generation after a timeout', async () => {
    const customer = await suite.customer();
    const { status, headers, error } = await post(customer, FOX);
    const id = headers.get('X-Generation-Id') ?? '';
    expect(status).to.equal(504);
    expect(error).to.include({ type: 'server_error', code: 'generation_not_finished' });
    expect(error?.message).to.include(id);
    expect((await customer.client.get(`/v1/generations/${id}`)).body.status).to.equal('queued');
  });

  it('names the options that the API ignores', async () => {
    const customer = await suite.customer();
    const more = { quality: 'hd', style: 'vivid', user: null, 'x\r\ny': 1 };
    const { headers } = await post(customer, { ...FOX, ...more, output_format: 'png' });
    expect(headers.get('X-Ignored-Options')).to.equal('quality, style, x??y, output_format');
  });

  it("uses OpenAI's error format for a refusal, which costs nothing", async () => {
    const customer = await suite.customer({ credits: 3 });
    const readOnly = await suite.key(customer.accountId, { scopes: ['read'] });
    const poor = await suite.customer({ credits: 3, raised: { concurrent_jobs: 2 } });
    const cases: [
      Customer | { apiKey: string },
      object,
      number,
      string,
      string | null,
      string | null,
    ][] = [
      [{ apiKey: 'sk-wrong' }, FOX, 401, 'invalid_request_error', 'invalid_api_key', null],
      [readOnly, FOX, 403, 'invalid_request_error', 'missing_scope', null],
      [customer, {}, 400, 'invalid_request_error', null, 'prompt'],
      [customer, { ...FOX, n: 5 }, 400, 'invalid_request_error', null, 'n'],
      [poor, { ...FOX, n: 3 }, 400, 'invalid_request_error', null, 'n'],
      [customer, { ...FOX, size: 'huge' }, 400, 'invalid_request_error', null, 'size'],
      [
        customer,
        { ...FOX, model: 'flux' },
        404,
        'invalid_request_error',
        'model_not_found',
        'model',
      ],
      [
        customer,
        { prompt: 'forbidden fruit' },
        400,
        'image_generation_user_error',
        'content_policy_violation',
        null,
      ],
      [customer, { ...FOX, n: 2 }, 429, 'insufficient_quota', 'insufficient_quota', null],
      [poor, { ...FOX, n: 2 }, 429, 'insufficient_quota', 'insufficient_quota', null],
    ];
    for (const [who, body, status, type, code, param] of cases) {
      const answer = await suite.leavesNothing(customer.accountId, () =>
        ask(who, 'POST', '/images/generations', body),
      );
      expect({ status: answer.status, ...answer.error }, JSON.stringify(body)).to.include({
        status,
        type,
        code,
        param,
      });
    }
    const { error, headers } = await post(customer, { ...FOX, n: 4 });
    expect(error?.message).to.equal('This costs 8 credits and 3 are available. Add credits.');
    expect(headers.get('x-should-retry')).to.equal('false');
  });

  it('explains why a generation failed, and that a retry would not help', async () => {
    const customer = await suite.customer();
    const waiting = post(customer, FOX);
    const queued = "SELECT id FROM generation WHERE account_id = $1 AND status = 'queued'";
    let id = '';
    await until('the image is accepted', async () => {
      const rows: { id: string }[] = await suite.db.query(queued, [customer.accountId]);
      id = rows[0]?.id ?? '';
      return id !== '';
    });
    const failure = { code: 'PROVIDER_ERROR', message: 'The provider is broken.' } as const;
    const entry = { stage: 'queue', resolution: 'stopped', status: null, message: '' } as const;
    await failGeneration(suite.api.deps, id, failure, entry);
    const { status, headers, error } = await waiting;
    expect(status).to.equal(502);
    expect(error).to.include({ type: 'server_error', code: 'provider_error' });
    expect(error?.message).to.equal(`${id}: The provider is broken. The credits were returned.`);
    expect(headers.get('x-should-retry')).to.equal('false');
  });

  it('asks for a retry when the process stops', async () => {
    const customer = await suite.customer();
    const stopping = await startApi();
    try {
      const waiting = ask(customer, 'POST', '/images/generations', FOX, stopping.url);
      await until('the request waits for the image', () =>
        Promise.resolve(stopping.edge.waits.waiting === 1),
      );
      stopping.deps.stopping.abort();
      const { status, headers, error } = await waiting;
      expect([status, error?.code]).to.deep.equal([503, 'generation_not_finished']);
      expect(headers.get('Retry-After')).to.equal('1');
    } finally {
      await stopping.stop();
    }
  });

  it('is a refusal, free of charge, while 50 requests of the account wait', async () => {
    const customer = await suite.customer();
    const leave = Array.from({ length: 50 }, () => suite.api.edge.waits.enter(customer.accountId));
    const { status, error } = await suite.leavesNothing(customer.accountId, () =>
      post(customer, FOX),
    );
    for (const end of leave) end();
    expect([status, error?.code]).to.deep.equal([429, 'rate_limit_exceeded']);
    expect(error?.message).to.include('has 50 requests open');
  });

  it('is not_found for the id of an image on the video paths', async () => {
    const customer = await suite.customer();
    const image = await suite.queued(customer);
    for (const [method, path] of [
      ['GET', `/videos/${image}`],
      ['GET', `/videos/${image}/content`],
      ['DELETE', `/videos/${image}`],
    ] as const) {
      const { status, error } = await ask(customer, method, path);
      expect([status, error?.code], `${method} ${path}`).to.deep.equal([404, 'not_found']);
    }
  });

  it('is an OpenAI error for unknown paths and methods', async () => {
    const customer = await suite.customer();
    const chat = await ask(customer, 'POST', '/chat/completions', {});
    expect([chat.status, chat.error?.code]).to.deep.equal([404, 'not_found']);
    const deleted = await ask(customer, 'DELETE', '/models');
    expect([deleted.status, deleted.error?.code]).to.deep.equal([405, 'method_not_supported']);
    expect(deleted.headers.get('Allow')).to.equal('GET, HEAD');
  });
});
