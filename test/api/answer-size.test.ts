import { expect } from 'chai';
import type { ErrorBody, Issue } from '../../domain/contract/refusal.js';
import type { RawAnswer, RawRequest } from './raw.js';
import { sendRaw } from './raw.js';
import { get, image, JSON_TYPE } from './refused-cases.js';
import { apiSuite } from './suite.js';

/** Maximum size of a response to any request. */
const ANSWER_MAX = 64_000;
const LONG = 5_000_000;
const list = <T>(count: number, item: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => item(at));

const quote = (body: unknown): RawRequest => ({
  method: 'POST',
  path: '/v1/quote',
  headers: JSON_TYPE,
  body: JSON.stringify(body),
});
const character = (images: unknown): RawRequest => ({
  ...image({ name: 'Ada', gender: 'female', images }),
  path: '/v1/characters',
});
const webhook = (events: unknown): RawRequest => ({
  ...image({ url: 'https://example.com/hooks', events }),
  path: '/v1/webhooks',
});

const fields = Object.fromEntries(list(9_000, (at) => [`prom${at}`, 1]));
const longNames = Object.fromEntries(list(9_000, (at) => [`p${at}${'x'.repeat(90)}`, 1]));
const LONG_TEXT = 'x'.repeat(LONG);

/** Requests with many problems: the number of problems, and the path of the first problem listed. */
const MANY: [what: string, send: RawRequest, count: number, first: string][] = [
  ['unknown fields', quote({ type: 'image', prompt: 'a fox', ...fields }), 9_000, 'body.prom0'],
  ['long unknown names', quote({ type: 'image', prompt: 'a', ...longNames }), 9_000, 'body.p0xxx'],
  ['items beyond a limit', quote(beyond(9_000, () => 0)), 1, 'body.reference_images'],
  ['lists in a long list', quote(beyond(5_000, () => [])), 1, 'body.reference_images'],
  ['items of a short list', quote(beyond(5, () => 0)), 5, 'body.reference_images.0'],
  ['photos', character(list(9_000, () => 'x')), 1, 'body.images'],
  ['events', webhook(list(9_000, () => 'x')), 1, 'body.events'],
  [
    'half surrogate pairs',
    quote(beyond(6, () => ({ image: '\ud800' }))),
    6,
    'body.reference_images.0.image',
  ],
  [
    'directives',
    image({ prompt: list(300, (at) => `simulate:x${at}`).join(' ') }),
    300,
    'body.prompt',
  ],
];

function beyond(count: number, item: (at: number) => unknown) {
  return { type: 'image', prompt: 'a fox', reference_images: list(count, item) };
}

/** Requests with values of several megabytes where short values are expected. */
const LARGE: [what: string, send: RawRequest][] = [
  ['prompt', image({ prompt: LONG_TEXT })],
  ['prompt of blanks', image({ prompt: ' '.repeat(LONG) })],
  ['choice', image({ prompt: 'a fox', aspect_ratio: LONG_TEXT })],
  ['model', { ...image({ prompt: 'a fox', model: LONG_TEXT }), path: '/v1/videos' }],
  [
    'option of a model',
    {
      ...image({ prompt: 'a fox', model: 'kling-3.0-motion-control', resolution: LONG_TEXT }),
      path: '/v1/videos',
    },
  ],
  ['type of a quote', quote({ type: LONG_TEXT })],
  ['tag', image({ prompt: 'a', reference_images: [{ tag: LONG_TEXT, image: 'upl_1' }] })],
  ['media field', image({ scene_image: LONG_TEXT })],
  ['address', image({ scene_image: `https://${LONG_TEXT}` })],
  ['head of a data URL', image({ scene_image: `data:image/png${';a=b'.repeat(6_500_000)}` })],
  ['type of a data URL', image({ scene_image: `data:${LONG_TEXT};base64,AAAA` })],
  ['data URL that is not base64', image({ scene_image: `data:image/png;base64,${LONG_TEXT}*` })],
  ['content type', { ...image({ content_type: LONG_TEXT }), path: '/v1/uploads' }],
  ['path', get(`/v1/generations/${'x'.repeat(15_000)}`)],
  ['query value', get(`/v1/generations?status=${'x'.repeat(15_000)}`)],
  ['query name', get(`/v1/generations?${'x'.repeat(15_000)}=1`)],
];

describe('the response to invalid input', () => {
  const suite = apiSuite();
  const send = async (request: RawRequest): Promise<RawAnswer> => {
    const { apiKey } = await suite.customer();
    const headers = { ...request.headers, Authorization: `Bearer ${apiKey}` };
    return sendRaw(suite.api.url, { ...request, headers });
  };

  for (const [what, request, count, first] of MANY) {
    it(`lists the first problems and the total count: ${what}`, async () => {
      const { status, text } = await send(request);
      expect(status, text.slice(0, 300)).to.equal(400);
      const { details, message } = (JSON.parse(text) as ErrorBody).error;
      const issues = details?.['issues'] as Issue[];
      expect(issues).to.have.length(Math.min(count, 50));
      expect(issues[0]?.path.startsWith(first), issues[0]?.path).to.equal(true);
      expect(details?.['issue_count']).to.equal(count);
      if (count > 1) expect(message).to.contain(`(and ${count - 1} more, see details.issues)`);
      expect(text.length).to.be.below(ANSWER_MAX);
    });
  }

  for (const [what, request] of LARGE) {
    it(`stays small for a large value: ${what}`, async () => {
      const { status, text } = await send(request);
      expect(status, text.slice(0, 300)).to.be.within(400, 404);
      expect(text.length).to.be.below(5_000);
    });
  }
});

describe('a query string', () => {
  const suite = apiSuite();
  const issuesOf = async (query: string) => {
    const { client } = await suite.customer();
    const { status, body } = await client.refused('GET', `/v1/generations?${query}`);
    expect(status).to.equal(400);
    const issues = (body.error.details?.['issues'] ?? []) as Issue[];
    return issues.map(({ path, message }) => `${path}: ${message}`);
  };

  it('is rejected as a whole if it has thousands of parameters', async () => {
    const repeated = await issuesOf('a&'.repeat(7_000));
    const distinct = await issuesOf(list(2_000, (at) => `p${at}`).join('&'));
    for (const [issues, count] of [
      [repeated, 7_000],
      [distinct, 2_000],
    ] as const) {
      expect(issues).to.deep.equal([`query: must not have more than 100 parameters, not ${count}`]);
    }
  });

  it('is rejected for an infinite number in the same way as for a number out of range', async () => {
    for (const limit of ['1e999', '-1e999', '9'.repeat(400)]) {
      expect(await issuesOf(`limit=${limit}`)).to.have.length(1);
    }
    expect(await issuesOf('limit=1e999')).to.deep.equal([
      'query.limit: must be 1 to 100, not Infinity',
    ]);
  });

  it('keeps parameters whose names objects inherit, such as __proto__', async () => {
    expect(await issuesOf('__proto__=1&constructor=2')).to.have.length(2);
  });
});
