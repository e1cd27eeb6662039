import { expect } from 'chai';
import { Type, type TSchema } from 'typebox';
import { removeAbsentNulls } from '../../api/remove-absent-nulls.js';
import { showValue } from '../../domain/contract/show-value.js';
import { ROUTES } from '../../api/table.js';
import { compileCheck } from '../../api/validate.js';
import type { RequestPart } from '../../api/issues.js';
import { requireAtLeastOne } from '../../domain/contract/at-least-one.js';
import { buildNullable, PageOnly } from '../../domain/contract/common.js';
import { BOX_ID, TAG, VISIBLE } from '../../domain/contract/patterns.js';
import { QuoteRequestSchema } from '../../domain/contract/quote.js';

const closed = { additionalProperties: false };
const body = (properties: Record<string, TSchema>, options: object = {}) =>
  Type.Object(properties, { ...closed, ...options });
const x = (schema: TSchema) => body({ x: Type.Optional(schema) });
const fox = Type.Enum(['red', 'grey'], { type: 'string' });
const two = { a: Type.Optional(Type.String()), b: Type.Optional(Type.String()) };

/** One case for each rule of a schema: the rule, the schema, the sent value and all expected messages. */
const RULES: [rule: string, schema: TSchema, sent: unknown, said: string[]][] = [
  ['required', body({ x: Type.String() }), {}, ['body.x: is required: send a string']],
  ['required, a choice', body({ x: fox }), {}, ['body.x: is required: send one of red, grey']],
  [
    'required, nested',
    body({ x: Type.Array(body({ y: Type.Integer() })) }),
    { x: [{}] },
    ['body.x.0.y: is required: send an integer'],
  ],
  [
    'additionalProperties, near',
    body(two),
    { aa: 1, bcdef: 1 },
    [
      'body.aa: is not a known field; did you mean `a`?',
      'body.bcdef: is not a known field; known: a, b',
    ],
  ],
  [
    'additionalProperties, null',
    body(two),
    { weight: null },
    ['body.weight: is not a known field; known: a, b'],
  ],
  ['enum', x(fox), { x: 'blue' }, ['body.x: must be one of red, grey, not "blue"']],
  [
    'enum, near',
    x(fox),
    { x: 'gray' },
    ['body.x: must be one of red, grey, not "gray"; did you mean `grey`?'],
  ],
  [
    'enum, a number close to a string',
    x(Type.Enum(['720p', '1080p'], { type: 'string' })),
    { x: 720 },
    ['body.x: must be one of 720p, 1080p, not 720; did you mean `720p`?'],
  ],
  [
    'enum, a number instead of a string',
    x(Type.Enum(['4', '8'], { type: 'string' })),
    { x: 8 },
    ['body.x: must be one of 4, 8, not 8; send it as text: "8"'],
  ],
  ['enum, another type', x(fox), { x: 5 }, ['body.x: must be one of red, grey, not 5']],
  [
    'enum or null',
    x(buildNullable(fox)),
    { x: 'blue' },
    ['body.x: must be one of red, grey, not "blue"'],
  ],
  ['const', x(Type.Literal('PUT')), { x: 'POST' }, ['body.x: must be one of PUT, not "POST"']],
  [
    'type, a string',
    x(Type.Integer()),
    { x: 'ten' },
    ['body.x: must be an integer, not a string ("ten")'],
  ],
  ['type, null', body({ x: Type.String() }), { x: null }, ['body.x: must be a string, not null']],
  ['type, list', x(Type.String()), { x: [1] }, ['body.x: must be a string, not an array']],
  ['type, whole body', body(two), 'a fox', ['body: must be an object, not a string ("a fox")']],
  [
    'maxLength',
    x(Type.String({ maxLength: 3 })),
    { x: 'f\u{1F98A}xes' },
    ['body.x: must have at most 3 characters, not 5; shorten it'],
  ],
  [
    'minLength',
    x(Type.String({ minLength: 1 })),
    { x: '' },
    ['body.x: must not be empty: send at least one visible character'],
  ],
  [
    'pattern, blank',
    x(Type.String({ minLength: 1, pattern: VISIBLE })),
    { x: ' ' },
    ['body.x: must not be empty: send at least one visible character'],
  ],
  [
    'pattern, tag',
    x(Type.String({ pattern: TAG })),
    { x: 'jacket' },
    [
      'body.x: must be `@` and 1 to 20 letters, digits or underscores, such as `@jacket`, not "jacket"',
    ],
  ],
  [
    'pattern, box',
    x(Type.String({ pattern: BOX_ID })),
    { x: 'box_1' },
    ['body.x: must be `box_` and 24 hex characters, not "box_1"'],
  ],
  ['minimum', x(Type.Integer({ minimum: 1 })), { x: 0 }, ['body.x: must be at least 1, not 0']],
  [
    'maximum',
    x(Type.Number({ minimum: 1, maximum: 30 })),
    { x: 30.5 },
    ['body.x: must be 1 to 30, not 30.5'],
  ],
  [
    'minItems',
    x(Type.Array(Type.String(), { minItems: 1, maxItems: 3 })),
    { x: [] },
    ['body.x: must have 1 to 3 items, not 0'],
  ],
  [
    'maxItems',
    x(Type.Array(Type.String(), { maxItems: 1 })),
    { x: ['a', 'b'] },
    ['body.x: must have at most 1 item, not 2'],
  ],
  [
    'maxItems, before the items',
    x(Type.Array(body({ y: Type.Integer() }), { minItems: 1, maxItems: 2 })),
    { x: [1, {}, { y: 'a' }] },
    ['body.x: must have 1 to 2 items, not 3'],
  ],
  [
    'maxItems, before the items of a branch',
    x(Type.Union([Type.Array(fox, { maxItems: 1, uniqueItems: true }), Type.Null()])),
    { x: ['blue', 'blue'] },
    ['body.x: must have at most 1 item, not 2'],
  ],
  [
    'maxLength, before the pattern',
    x(Type.String({ maxLength: 3, pattern: VISIBLE })),
    { x: '    ' },
    ['body.x: must have at most 3 characters, not 4; shorten it'],
  ],
  [
    'maxLength of a text of megabytes',
    x(Type.String({ maxLength: 3 })),
    { x: 'x'.repeat(3_000_000) },
    ['body.x: must have at most 3 characters, not over 1000000; shorten it'],
  ],
  [
    'uniqueItems',
    x(Type.Array(fox, { uniqueItems: true })),
    { x: ['red', 'grey', 'red'] },
    ['body.x: contains "red" twice, at 0 and 2; list each value once'],
  ],
  ['minProperties', body(two, { minProperties: 1 }), {}, ['body: must have at least one of a, b']],
  [
    'at least one of',
    body(two, requireAtLeastOne(['a', 'b'])),
    {},
    ['body: must have at least one of a, b'],
  ],
  [
    'discriminator, missing',
    QuoteRequestSchema,
    {},
    ['body.type: is required: send one of image, video, speech'],
  ],
  [
    'discriminator, unknown',
    QuoteRequestSchema,
    { type: 'imag' },
    ['body.type: must be one of image, video, speech, not "imag"; did you mean `image`?'],
  ],
  [
    'text that cannot be stored',
    x(Type.String()),
    { x: 'a\0b' },
    [
      'body.x: contains a NUL character or half of a surrogate pair, which cannot be stored; remove it',
    ],
  ],
];

/** Cases for the rules of a query, whose values are strings. */
const QUERIES: typeof RULES = [
  ['a word', PageOnly(''), { limit: 'ten' }, ['query.limit: must be an integer, not "ten"']],
  [
    'a value out of range',
    PageOnly(''),
    { limit: '101' },
    ['query.limit: must be 1 to 100, not 101'],
  ],
  [
    'a parameter sent twice',
    PageOnly(''),
    { limit: ['1', '2'] },
    ['query.limit: must be given once, not 2 times'],
  ],
  [
    'an unknown parameter',
    PageOnly(''),
    { page: '1' },
    ['query.page: is not a known query parameter; known: limit, cursor'],
  ],
  [
    'a parameter where none are accepted',
    body({}),
    { limit: '1' },
    ['query.limit: is not a known query parameter; this endpoint accepts none, leave it out'],
  ],
];

const said = (schema: TSchema, where: RequestPart, sent: unknown) =>
  compileCheck(schema, where)(sent).issues.map(({ path, message }) => `${path}: ${message}`);

describe('a validation message', () => {
  for (const [rule, schema, sent, expected] of RULES) {
    it(`names the field, value and next step: ${rule}`, () => {
      expect(said(schema, 'body', sent)).to.deep.equal(expected);
    });
  }
  for (const [rule, schema, sent, expected] of QUERIES) {
    it(`names the parameter, value and next step: ${rule}`, () => {
      expect(said(schema, 'query', sent)).to.deep.equal(expected);
    });
  }

  it('never contains wording from the validation library', () => {
    const all = [...RULES, ...QUERIES].flatMap(([, , , lines]) => lines).join('\n');
    expect(all).not.to.match(/must NOT|>=|<=|should|undefined|\bitems ##/);
  });
});

describe('a value in a message', () => {
  const cases: [unknown, string][] = [
    ['a fox', '"a fox"'],
    ['two\nlines', '"two\\nlines"'],
    ['x'.repeat(1_000_000), `"${'x'.repeat(40)}…"`],
    [`svc_live_${'a'.repeat(46)}`, '"svc_live_…"'],
    ['key whsec_c2VjcmV0', '"key whsec_…"'],
    ['https://ada:lovelace@example.com/a', '"https://…example.com/a"'],
    [5, '5'],
    [null, 'null'],
    [[1, 2], 'a list'],
    [{ a: 1 }, 'an object'],
  ];
  for (const [value, expected] of cases) {
    it(`is on one line, short and without secrets: ${expected}`, () => {
      expect(showValue(value)).to.equal(expected);
    });
  }
});

describe('null in a body', () => {
  const schema = body({
    x: Type.Optional(Type.String()),
    kept: Type.Optional(buildNullable(fox)),
    needed: Type.String(),
    list: Type.Optional(Type.Array(body({ y: Type.Optional(Type.String()) }))),
  });
  const cases: [string, unknown, unknown][] = [
    ['an optional field', { x: null }, {}],
    ['a field inside a list', { list: [{ y: null }, { y: 'a' }] }, { list: [{}, { y: 'a' }] }],
    ['a list', { list: null }, {}],
  ];
  for (const [what, sent, expected] of cases) {
    it(`counts as absent: ${what}`, () => {
      expect(removeAbsentNulls(schema, sent)).to.deep.equal(expected);
    });
  }
  for (const sent of [{ kept: null }, { needed: null }, { unknown: null }, null, [null], 'a']) {
    it(`is kept when it has a meaning or must be rejected: ${JSON.stringify(sent)}`, () => {
      expect(removeAbsentNulls(schema, sent)).to.deep.equal(sent);
    });
  }
  it('counts as absent in a body that depends on another field', () => {
    const sent = { type: 'image', prompt: null, reference_images: [{ tag: null, image: 'upl_1' }] };
    expect(removeAbsentNulls(QuoteRequestSchema, sent)).to.deep.equal({
      type: 'image',
      reference_images: [{ image: 'upl_1' }],
    });
  });
});

describe('JSON schemas of routes', () => {
  const schemas = ROUTES.flatMap(({ id, body: sent, query, params }) => [
    ...(sent ? [{ name: `${id} body`, schema: sent, where: 'body' as const }] : []),
    ...[query, params].flatMap((one) =>
      one ? [{ name: `${id} query`, schema: one, where: 'query' as const }] : [],
    ),
  ]);

  // The API compiles a schema at its first request, so this test finds an invalid schema earlier.
  it('can all be compiled', () => {
    expect(schemas.length).to.be.above(80);
    const wrong = schemas.flatMap(({ name, schema, where }) => {
      try {
        compileCheck(schema, where)({});
        return [];
      } catch (error) {
        return [`${name}: ${String(error)}`];
      }
    });
    expect(wrong).to.deep.equal([]);
  });
});
