import { expect } from 'chai';
import fc from 'fast-check';
import {
  hashApiKey,
  isApiKey,
  KEY_PREFIX_SHOWN,
  createApiKey,
} from '../../domain/contract/create-api-key.js';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('');
const PREFIX = 'svc_live_';

describe('the API key format', () => {
  it('consists of svc_live_, 40 random base62 characters and a 6-character checksum', () => {
    for (let index = 0; index < 200; index += 1) {
      const key = createApiKey();
      expect(key).to.match(/^svc_live_[0-9A-Za-z]{46}$/);
      expect(isApiKey(key)).to.equal(true);
    }
  });

  it('uses the whole alphabet and never repeats a key', () => {
    const keys = Array.from({ length: 500 }, () => createApiKey());
    expect(new Set(keys).size).to.equal(500);
    const used = new Set(
      keys.flatMap((key) => key.slice(PREFIX.length, PREFIX.length + 40).split('')),
    );
    expect([...used].toSorted()).to.deep.equal(LETTERS.toSorted());
  });

  it('reveals too few characters in its prefix to guess the rest', () => {
    expect(KEY_PREFIX_SHOWN - PREFIX.length).to.equal(7);
  });

  it('detects a changed character at any position', () => {
    const key = createApiKey();
    fc.assert(
      fc.property(
        fc.integer({ min: PREFIX.length, max: key.length - 1 }),
        fc.constantFrom(...LETTERS),
        (at, character) => {
          fc.pre(key[at] !== character);
          expect(isApiKey(key.slice(0, at) + character + key.slice(at + 1))).to.equal(false);
        },
      ),
    );
  });

  it('detects two swapped neighbours', () => {
    const key = createApiKey();
    for (let at = PREFIX.length; at < key.length - 1; at += 1) {
      const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
      if (swapped !== key) expect(isApiKey(swapped), swapped).to.equal(false);
    }
  });

  it('keeps issued keys valid: a fixed key passes only with its own checksum', () => {
    const random = 'svc_live_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcd';
    expect(isApiKey(`${random}1nH0qe`)).to.equal(true);
    expect(isApiKey(`${random}000000`)).to.equal(false);
  });

  for (const [what, text] of [
    ['an empty text', ''],
    ['a key with a space', `${createApiKey()} `],
    ['a key with a line break', `${createApiKey()}\n`],
    ['a key with its prefix in upper case', createApiKey().replace('svc_live_', 'SVC_LIVE_')],
    ['a truncated key', createApiKey().slice(0, -1)],
    ['a key that is too long', `${createApiKey()}0`],
    ['a key of another service', createApiKey().replace('svc_live_', 'sk_live_')],
  ] as const) {
    it(`rejects ${what}`, () => expect(isApiKey(text)).to.equal(false));
  }

  it('accepts or rejects any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isApiKey(text)).to.equal(false);
      }),
    );
  });

  it('stores a key as its plain SHA-256', () => {
    expect(hashApiKey('abc').toString('hex')).to.equal(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
