import { expect } from 'chai';
import { askForText, askForJson, type Question } from '../../../adapters/providers/openai/chat.js';
import type { Endpoint } from '../../../adapters/providers/openai/endpoint.js';
import type { JsonShape } from '../../../adapters/providers/openai/json-answer.js';
import { ProviderFailure } from '../../../domain/ports/provider.js';
import {
  API_KEY,
  startOpenAiFake,
  type OpenAiFake,
  type Reply,
} from '@media-platform/stand-ins/providers/openai/fake.js';
import { providerFailureOf } from '../../support/failure.js';
import { endFake } from '../../support/end-fake.js';

const { signal } = new AbortController();
const QUESTION: Question = { instructions: 'Be short.', text: 'a red fox', deadlineMs: 20_000 };
const SHAPE: JsonShape<string> = {
  name: 'animal',
  schema: { type: 'object', properties: { animal: { type: 'string' } } },
  read(value) {
    const { animal } = (value ?? {}) as { animal?: unknown };
    return typeof animal === 'string' ? animal : null;
  },
};

describe('an OpenAI-compatible endpoint', () => {
  let fake: OpenAiFake;
  let endpoint: Endpoint;
  beforeEach(async () => {
    fake = await startOpenAiFake();
    endpoint = { baseUrl: fake.url, apiKey: API_KEY, model: 'm-1' };
  });
  afterEach(() => endFake(fake));

  it('receives instructions and contents separately, as plain text without a picture', async () => {
    fake.next({ content: ' A fox. ' });
    expect(await askForText(endpoint, QUESTION, signal)).to.equal('A fox.');
    expect(fake.seen()).to.deep.equal([
      {
        path: '/v1/chat/completions',
        model: 'm-1',
        schema: null,
        system: 'Be short.',
        text: 'a red fox',
        pictures: [],
      },
    ]);
  });

  it('does not need a key if none is configured', async () => {
    const open = await startOpenAiFake(null);
    open.next({ content: 'yes' });
    const answer = await askForText(
      { ...endpoint, baseUrl: open.url, apiKey: null },
      QUESTION,
      signal,
    );
    await open.stop();
    expect(answer).to.equal('yes');
    expect(open.violations()).to.deep.equal([]);
  });

  it('may include its reasoning in the response', async () => {
    fake.next({ content: '<think>a fox\nis red</think>\nA red fox.' });
    expect(await askForText(endpoint, QUESTION, signal)).to.equal('A red fox.');
  });

  const json: [string, Reply][] = [
    ['only JSON', { content: '{"animal":"fox"}' }],
    ['a code fence', { content: '```json\n{"animal":"fox"}\n```' }],
    [
      'a code fence without a language and prose',
      { content: 'Here:\n```\n{"animal":"fox"}\n```\nOk?' },
    ],
    ['prose around the JSON', { content: 'Sure! {"animal":"fox"} Anything else?' }],
    ['thinking before the JSON', { content: '<think>{"animal":"cat"}</think>{"animal":"fox"}' }],
  ];
  for (const [what, reply] of json) {
    it(`needs only one request if it returns ${what}`, async () => {
      fake.next(reply);
      expect(await askForJson(endpoint, QUESTION, SHAPE, signal)).to.equal('fox');
      expect(fake.seen().map(({ schema }) => schema)).to.deep.equal(['animal']);
    });
  }

  const unknown: [string, Reply][] = [
    [
      'does not support response_format',
      { status: 400, body: { error: { message: "Unknown field 'response_format'" } } },
    ],
    [
      'does not support json_schema',
      { status: 422, body: { detail: 'response_format.type: json_schema is not supported' } },
    ],
    ['returns prose', { content: 'It is a fox.' }],
    ['returns other JSON', { content: '{"plant":"oak"}' }],
  ];
  for (const [what, reply] of unknown) {
    it(`gets a second request, with instructions instead of a schema, if it ${what}`, async () => {
      fake.next(reply, { content: 'Of course:\n{"animal":"fox"}' });
      expect(await askForJson(endpoint, QUESTION, SHAPE, signal)).to.equal('fox');
      const [first, second] = fake.seen();
      expect(first?.schema).to.equal('animal');
      expect(second?.schema).to.equal(null);
      expect(second?.system)
        .to.include('Be short.')
        .and.include('one JSON object and nothing else');
    });
  }

  it('fails as unavailable if it returns two responses without JSON', async () => {
    fake.next({ content: 'a fox' }, { content: 'still a fox' });
    const failure = await providerFailureOf(askForJson(endpoint, QUESTION, SHAPE, signal));
    expect(failure).to.include({ kind: 'unavailable', message: 'The model answered no JSON.' });
    expect(fake.seen()).to.have.length(2);
  });

  it('has one deadline for both requests together', async () => {
    fake.next({ content: 'a fox' }, 'silent');
    const began = performance.now();
    const failure = await providerFailureOf(
      askForJson(endpoint, { ...QUESTION, deadlineMs: 600 }, SHAPE, signal),
    );
    expect(failure.kind).to.equal('timeout');
    // Only the deadline ends a request that gets no response.
    expect(performance.now() - began).to.be.below(20_000);
  });
});

describe("an OpenAI-compatible endpoint's failure", () => {
  let fake: OpenAiFake;
  beforeEach(async () => {
    fake = await startOpenAiFake();
  });
  afterEach(() => fake.stop());

  const error = (message: string, code: unknown = null) => ({ error: { message, code } });
  const rows: [string, Reply, Partial<ProviderFailure>][] = [
    [
      '429 with Retry-After',
      { status: 429, body: error('slow down'), headers: { 'retry-after': '7' } },
      { kind: 'rate_limited', status: 429, retryAfterMs: 7_000 },
    ],
    [
      '429 without Retry-After',
      { status: 429, body: error('x') },
      { kind: 'rate_limited', retryAfterMs: null },
    ],
    [
      '401',
      { status: 401, body: error(`wrong key ${API_KEY}`) },
      { kind: 'rejected', status: 401 },
    ],
    ['402', { status: 402, body: error('no credits') }, { kind: 'rejected', status: 402 }],
    [
      '404 for a model',
      { status: 404, body: error('no model') },
      { kind: 'rejected', status: 404 },
    ],
    ['500', { status: 500, body: error('oops') }, { kind: 'unavailable', status: 500 }],
    ['503 in HTML', { status: 503, body: '<html>' }, { kind: 'unavailable', status: 503 }],
    ['504', { status: 504, body: '' }, { kind: 'timeout', status: 504 }],
    [
      'a policy code',
      { status: 400, body: error('no', 'content_policy_violation') },
      { kind: 'content_blocked', status: 400 },
    ],
    [
      "Azure's filter",
      { status: 400, body: error('filtered', 'content_filter') },
      { kind: 'content_blocked', status: 400 },
    ],
    [
      'an error in a 200 response',
      { status: 200, body: error('busy', 429) },
      { kind: 'rate_limited', status: 429 },
    ],
    ['a refusal', { content: '', refusal: 'I cannot.' }, { kind: 'content_blocked', status: null }],
    [
      'a filtered response',
      { content: 'a', finish: 'content_filter' },
      { kind: 'content_blocked' },
    ],
    ['an incomplete response', { content: 'a fo', finish: 'length' }, { kind: 'rejected' }],
    ['no choices', { status: 200, body: { choices: [] } }, { kind: 'unavailable' }],
    ['null choices', { status: 200, body: { choices: [null] } }, { kind: 'unavailable' }],
    ['an empty response', { content: '  ' }, { kind: 'unavailable' }],
    ['a page instead of JSON', { status: 200, body: '<html>' }, { kind: 'unavailable' }],
    ['a reset connection', 'reset', { kind: 'unavailable', status: null }],
    ['a truncated response', 'cut', { kind: 'unavailable', status: null }],
    ['no response', 'silent', { kind: 'timeout', status: null }],
  ];
  for (const [what, reply, expected] of rows) {
    it(`is ${expected.kind} for ${what}, with our own message`, async () => {
      fake.next(reply);
      const endpoint = { baseUrl: fake.url, apiKey: API_KEY, model: 'm-1' };
      const question = { ...QUESTION, deadlineMs: reply === 'silent' ? 300 : QUESTION.deadlineMs };
      const failure = await providerFailureOf(askForText(endpoint, question, signal));
      expect(failure).to.include(expected);
      expect(failure.message).to.match(/^(The|No) [\w ]+\.$/);
      expect(failure.message).not.to.include(API_KEY);
      expect(fake.seen()).to.have.length(1);
    });
  }

  it('is unavailable if nothing listens on the port', async () => {
    await fake.stop();
    const endpoint = { baseUrl: fake.url, apiKey: null, model: 'm-1' };
    expect((await providerFailureOf(askForText(endpoint, QUESTION, signal))).kind).to.equal(
      'unavailable',
    );
  });

  it('is the abort reason if the call is aborted', async () => {
    fake.next('silent');
    const endpoint = { baseUrl: fake.url, apiKey: null, model: 'm-1' };
    const reason = new Error('draining');
    const thrown: unknown = await askForText(endpoint, QUESTION, AbortSignal.abort(reason)).catch(
      (caught: unknown) => caught,
    );
    expect(thrown).to.equal(reason);
  });
});
