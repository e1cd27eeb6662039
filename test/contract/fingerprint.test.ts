import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { fingerprintRequest } from '../../domain/contract/fingerprint.js';

const of = (body: unknown) => fingerprintRequest('POST', '/v1/images', body);

/** Reverses the keys of every object in a JSON value. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  // `fromEntries` keeps `__proto__` an ordinary key, as JSON.parse does.
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, shuffled(member)]),
  );
}

const json = fc.jsonValue({ maxDepth: 4 });

describe('the fingerprint of a request', () => {
  it('does not depend on the order of keys at any depth', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (body) => {
        expect(await of(shuffled(body))).to.equal(await of(body));
      }),
    );
  });

  it('does not depend on the spacing or escapes of the JSON text', async () => {
    const parsed: unknown = JSON.parse('{ "b" : [ 1.0, 2e0 ],\n "a" : "\\u0078" }');
    expect(await of(parsed)).to.equal(await of({ a: 'x', b: [1, 2] }));
  });

  it('is equal only for equal values', async () => {
    await fc.assert(
      fc.asyncProperty(json, json, async (one, other) => {
        const same = JSON.stringify(shuffledTwice(one)) === JSON.stringify(shuffledTwice(other));
        expect((await of(one)) === (await of(other))).to.equal(same);
      }),
    );
  });

  it('hashes the JSON of a long text, regardless of internal slices', async () => {
    for (const text of [
      'x'.repeat(2_500_000),
      `${'x'.repeat(999_999)}\u{1F98A}"\ud800\n`.repeat(3),
    ]) {
      const whole = createHash('sha256').update(`POST\n/v1/images\n${JSON.stringify([text])}`);
      expect(await of([text])).to.equal(whole.digest('hex'));
    }
  });

  /** Replaces objects with sorted lists of pairs, which is an independent definition of equality. */
  function shuffledTwice(value: unknown): unknown {
    if (Array.isArray(value)) return ['array', ...value.map(shuffledTwice)];
    if (value === null || typeof value !== 'object') return value;
    const pairs = Object.entries(value).map(
      ([key, member]) => [key, shuffledTwice(member)] as const,
    );
    return ['object', ...pairs.toSorted(([a], [b]) => Number(a > b) - Number(a < b))];
  }

  it('depends on the order of an array', async () => {
    expect(await of({ a: [1, 2] })).not.to.equal(await of({ a: [2, 1] }));
  });

  for (const [what, one, other] of [
    ['null and an absent key', { a: null }, {}],
    ['null and the text "null"', { a: null }, { a: 'null' }],
    ['a number and its text', { a: 1 }, { a: '1' }],
    ['false and absent', { a: false }, {}],
    ['an empty object and an empty array', {}, []],
    ['an empty array and an array of null', [], [null]],
    ['a nested and a flat key', { a: { b: 1 } }, { 'a.b': 1 }],
    ['a key that spells JSON and the JSON', { 'a":1,"b': 2 }, { a: 1, b: 2 }],
    ['letters in different case', { a: 'Fox' }, { a: 'fox' }],
    ['a composed letter and its parts', { a: '\u00e9' }, { a: 'e\u0301' }],
  ] as const) {
    it(`differs between ${what}`, async () => {
      expect(await of(one)).not.to.equal(await of(other));
    });
  }

  it('differs between methods and between paths', async () => {
    const prints = await Promise.all([
      fingerprintRequest('POST', '/v1/images', {}),
      fingerprintRequest('PUT', '/v1/images', {}),
      fingerprintRequest('POST', '/v1/images/', {}),
      fingerprintRequest('DELETE', '/v1/generations/gen_1', undefined),
      fingerprintRequest('DELETE', '/v1/generations/gen_2', undefined),
    ]);
    expect(new Set(prints).size).to.equal(prints.length);
  });

  it('is the same for null and a missing body', async () => {
    expect(await of(undefined)).to.equal(await of(null));
    expect(await of(undefined)).not.to.equal(await of({}));
  });

  it('never changes, because stored responses must stay valid after a deployment', async () => {
    expect(await of({ prompt: 'a fox', aspect_ratio: '1:1', n: [1, null, true] })).to.equal(
      'a90181e7b784ec503cdbb49d9416765bdca9eadfb5271ab3233da399b375e2c5',
    );
  });
});
