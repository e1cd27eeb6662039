import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { failGeneration } from '../../domain/generations/advance-generation.js';
import { apiSuite, type Customer } from '../api/suite.js';
import { sendRaw, type RawAnswer } from '../api/raw.js';
import { startApi } from '../support/platform.js';
import { until } from '../support/until.js';
import type { OpenAiError } from '../../api/openai/errors.js';

const BOUNDARY = 'frontier';
const part = (name: string, value: string, file?: string) =>
  [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}`,
    ...(file ? ['Content-Type: image/png'] : []),
    '',
    value,
    '',
  ].join('\r\n');
const END = `--${BOUNDARY}--\r\n`;

describe('a request to /openai/v1', () => {
  const suite = apiSuite();
  let customer: Customer;
  before(async () => {
    customer = await suite.customer({ raised: { requests_per_minute: 100_000 } });
  });

  const post = (path: string, type: string, body: string | Buffer, apiKey = customer.apiKey) =>
    sendRaw(suite.api.url, {
      method: 'POST',
      path: `/openai/v1${path}`,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': type },
      body,
    });
  const postForm = (body: string | Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
    post('/images/edits', type, body);
  const errorOf = ({ text }: RawAnswer) => (JSON.parse(text) as OpenAiError).error;

  const forms: [string, string | Buffer, number, RegExp, string | null][] = [
    ['10,000 parts', part('a', 'b').repeat(10_000) + END, 400, /more than 40 fields/, null],
    [
      'one file too many',
      part('image', 'x', 'a.png').repeat(9) + END,
      400,
      /more than 8 files/,
      null,
    ],
    [
      '8 images',
      part('image', 'x', 'a.png').repeat(8) + part('prompt', 'x') + END,
      400,
      /7 are taken/,
      'image',
    ],
    [
      'a body that ends early',
      part('prompt', 'x') + part('image', 'x', 'a.png'),
      400,
      /multipart|whole/,
      null,
    ],
    ['no parts', END, 400, /prompt: is required/, 'prompt'],
    ['a header of 10 kB', part('a'.repeat(10_000), 'b') + END, 400, /prompt/, 'prompt'],
    ['a body of 30 MB', Buffer.alloc(30_000_000), 413, /larger than/, null],
    [
      'an image of 21 MB',
      part('image', 'x'.repeat(21_000_000), 'a.png') + END,
      400,
      /larger than/,
      'image',
    ],
    [
      'a file that is not an image',
      part('prompt', 'x') + part('image', 'x', 'a.png') + END,
      400,
      /image/,
      'image',
    ],
    [
      'an empty file',
      part('prompt', 'x') + part('image', '', 'a.png') + END,
      400,
      /empty file/,
      'image',
    ],
    ['no image', part('prompt', 'x') + END, 400, /required, as a file/, 'image'],
  ];
  for (const [what, body, status, message, param] of forms) {
    it(`is refused when its form has ${what}`, async () => {
      const answer = await suite.leavesNothing(customer.accountId, () => postForm(body));
      expect(answer.status, answer.text).to.equal(status);
      expect(errorOf(answer)).to.include({ param, type: 'invalid_request_error' });
      expect(errorOf(answer).message).to.match(message);
    });
  }

  it('is refused when it has no boundary, or JSON instead of a form', async () => {
    const open = await postForm(END, 'multipart/form-data');
    expect([open.status, errorOf(open).message]).to.deep.equal([
      400,
      'body: has no boundary in its Content-Type',
    ]);
    const json = await postForm('{}', 'application/json');
    expect(json.status).to.equal(415);
  });

  it('frees the memory of its body', async () => {
    await until('no body is held', () => Promise.resolve(suite.api.edge.bodies.held === 0));
  });

  it('frees its memory when the connection closes before its body ends', async () => {
    const socket = connect(Number(new URL(suite.api.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      [
        'POST /openai/v1/images/edits HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${customer.apiKey}`,
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
        'Content-Length: 100000',
        '',
        part('prompt', 'x'),
      ].join('\r\n'),
    );
    await until('the body is waited for', () => Promise.resolve(suite.api.edge.bodies.held > 0));
    socket.destroy();
    await until('no body is held', () => Promise.resolve(suite.api.edge.bodies.held === 0));
  });
});

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

  it('names the generation when the time is up', async () => {
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
      await until('the image is waited for', () =>
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

  it("reports that an image's id belongs to no video", async () => {
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
