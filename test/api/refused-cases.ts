import { randomUUID } from 'node:crypto';
import { createId } from '../../domain/contract/ids.js';
import type { RawRequest } from './raw.js';

/** A refused request and its expected response. */
export interface Case {
  readonly what: string;
  readonly send: RawRequest;
  readonly status: number;
  readonly code: string;
  /** Expected paths in `details.issues`, in any order. */
  readonly issues?: readonly string[];
  /** Pattern that the message must contain. */
  readonly says?: RegExp;
  readonly headers?: Record<string, RegExp>;
}

export const JSON_TYPE = { 'Content-Type': 'application/json' };
export const image = (body: unknown): RawRequest => ({
  method: 'POST',
  path: '/v1/images',
  headers: { ...JSON_TYPE, 'Idempotency-Key': randomUUID() },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
export const get = (path: string): RawRequest => ({ method: 'GET', path });
const invalid = (
  what: string,
  send: RawRequest,
  issues: readonly string[],
  says?: RegExp,
): Case => ({
  what,
  send,
  status: 400,
  code: 'VALIDATION_ERROR',
  issues,
  ...(says && { says }),
});

export const BODIES: readonly Case[] = [
  invalid('text that is not JSON', image('{"prompt": "a fox"'), ['body']),
  invalid(
    'a body nested too deeply',
    image(`${'['.repeat(400_000)}${']'.repeat(400_000)}`),
    ['body'],
    /deeper than 32/,
  ),
  invalid(
    'bytes that are not UTF-8',
    {
      ...image(''),
      body: Buffer.concat([Buffer.from('{"prompt":"caf'), Buffer.from([0xe9]), Buffer.from('"}')]),
    },
    ['body'],
    /not valid UTF-8 from byte 14: encode the JSON as UTF-8/,
  ),
  invalid(
    'half of a UTF-8 character at the end',
    { ...image(''), body: Buffer.from([0x22, 0xc3]) },
    ['body'],
    /from byte 1:/,
  ),
  invalid(
    'too many values',
    image({ prompt: 'a fox', reference_images: Array.from({ length: 10_001 }, () => 0) }),
    ['body'],
    /more than 10000 values/,
  ),
  invalid('only white space', image(' \n'), ['body'], /is required/),
  invalid('no body', { ...image('{}'), body: '' }, ['body'], /is required/),
  invalid('an array', image([{ prompt: 'a fox' }]), ['body'], /must be an object, not an array/),
  invalid('a string', image('"a fox"'), ['body'], /must be an object, not a string/),
  invalid('null', image('null'), ['body'], /must be an object, not null/),
  invalid(
    'an unknown field with a near name',
    image({ promt: 'a fox', prompt: 'a fox' }),
    ['body.promt'],
    /did you mean `prompt`\?/,
  ),
  invalid(
    'an unknown field',
    image({ prompt: 'a fox', colour: 'red' }),
    ['body.colour'],
    /known: prompt/,
  ),
  invalid('a field named __proto__', image('{"prompt":"a fox","__proto__":{"x":1}}'), [
    'body.__proto__',
  ]),
  invalid(
    'a value that is not supported',
    image({ prompt: 'a fox', aspect_ratio: '16-9' }),
    ['body.aspect_ratio'],
    /did you mean `16:9`\?/,
  ),
  invalid(
    'a value of the wrong case',
    image({ prompt: 'a fox', resolution: '4k' }),
    ['body.resolution'],
    /did you mean `4K`\?/,
  ),
  invalid(
    'a number instead of a text',
    image({ prompt: 5 }),
    ['body.prompt'],
    /must be a string, not a number/,
  ),
  invalid(
    'a text instead of a boolean',
    image({ prompt: 'a fox', edit: 'true' }),
    ['body.edit'],
    /must be a boolean, not a string/,
  ),
  invalid(
    'a prompt that is too long',
    image({ prompt: 'x'.repeat(5_001) }),
    ['body.prompt'],
    /at most 5000/,
  ),
  invalid('an empty prompt', image({ prompt: '' }), ['body.prompt'], /must not be empty/),
  invalid('a prompt that cannot be stored', image('{"prompt":"a \\u0000 fox"}'), ['body.prompt']),
  invalid('no input', image({}), ['body'], /must have at least one of prompt/),
  invalid(
    'several problems',
    image({ prompt: 1, aspect_ratio: 'wide', resolution: '8K', edit: 0, colour: 'red' }),
    ['body.prompt', 'body.aspect_ratio', 'body.resolution', 'body.edit', 'body.colour'],
    /and 4 more/,
  ),
  {
    what: 'a body over 28 MB',
    send: image({ prompt: 'x'.repeat(28_000_001) }),
    status: 413,
    code: 'VALIDATION_ERROR',
    says: /28000000/,
  },
  {
    what: 'a body of 60 MB',
    send: image({ prompt: 'x'.repeat(60_000_000) }),
    status: 413,
    code: 'VALIDATION_ERROR',
  },
  {
    what: 'a chunked body over 28 MB',
    send: {
      ...image({ prompt: 'x'.repeat(29_000_000) }),
      headers: { ...JSON_TYPE, 'Idempotency-Key': 'x', 'Transfer-Encoding': 'chunked' },
    },
    status: 413,
    code: 'VALIDATION_ERROR',
  },
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/xml', ''].map((type) => ({
    what: `the content type "${type}"`,
    send: {
      ...image({ prompt: 'a fox' }),
      headers: { 'Content-Type': type, 'Idempotency-Key': 'x' },
    },
    status: 415,
    code: 'VALIDATION_ERROR',
    says: /application\/json/,
  })),
];

export const QUERIES: readonly Case[] = [
  invalid('limit 0', get('/v1/generations?limit=0'), ['query.limit']),
  invalid('limit 101', get('/v1/generations?limit=101'), ['query.limit']),
  invalid('a fraction as limit', get('/v1/generations?limit=1.5'), ['query.limit']),
  invalid(
    'a word as limit',
    get('/v1/generations?limit=ten'),
    ['query.limit'],
    /must be an integer/,
  ),
  invalid('an empty limit', get('/v1/generations?limit='), ['query.limit']),
  invalid('limit twice', get('/v1/generations?limit=1&limit=2'), ['query.limit']),
  invalid(
    'a language that is not a tag',
    get('/v1/voices?language=English'),
    ['query.language'],
    /such as `en`/,
  ),
  invalid('an unknown gender', get('/v1/voices?gender=robot'), ['query.gender'], /neutral/),
  invalid('an unknown status', get('/v1/generations?status=done'), ['query.status'], /queued/),
  invalid('an unknown order', get('/v1/generations?order=up'), ['query.order'], /desc/),
  invalid(
    'a collection that is not an id',
    get('/v1/generations?collection=spring'),
    ['query.collection'],
    /col_/,
  ),
  invalid(
    'an invalid cursor',
    get('/v1/generations?cursor=abc'),
    ['query.cursor'],
    /leave it out to start over/,
  ),
  invalid('an empty cursor', get('/v1/generations?cursor='), ['query.cursor']),
  invalid(
    'an unknown parameter',
    get('/v1/generations?page=2'),
    ['query.page'],
    /known: ids, type, status, model, character_id, favorite, collection, q, metadata, created_after, created_before, order, limit, cursor/,
  ),
  invalid(
    'a parameter with a near name',
    get('/v1/generations?limt=5'),
    ['query.limt'],
    /did you mean `limit`\?/,
  ),
  invalid('a parameter of an endpoint without parameters', get('/v1/account?x=1'), ['query.x']),
  invalid('problems of query and body', { ...image({ prompt: 1 }), path: '/v1/images?x=1' }, [
    'query.x',
    'body.prompt',
  ]),
];

const notAllowed = (method: string, path: string, allow: RegExp): Case => ({
  what: `${method} ${path}`,
  send: { method, path },
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  headers: { allow },
});
const unknown = (method: string, path: string): Case => ({
  what: `${method} ${path}`,
  send: { method, path },
  status: 404,
  code: 'NOT_FOUND',
});
export const PATHS: readonly Case[] = [
  notAllowed('GET', '/v1/images', /^POST$/),
  notAllowed('PUT', '/v1/images', /^POST$/),
  notAllowed('DELETE', '/v1/generations', /^GET, HEAD$/),
  notAllowed('PUT', `/v1/generations/${createId('gen')}`, /^DELETE, GET, HEAD, PATCH$/),
  notAllowed('OPTIONS', '/v1/account', /^GET, HEAD$/),
  notAllowed('POST', '/v1/models/', /^GET, HEAD$/),
  unknown('GET', '/v1'),
  unknown('GET', '/v2/images'),
  unknown('POST', '/v1/image'),
  unknown('GET', '/v1/generations/a/b'),
  unknown('GET', '/v1/%E0%A4%A'),
  unknown('GET', '/media/../package.json'),
];
