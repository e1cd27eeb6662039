import type { FakeAnswer } from '../fake.js';

export type Body = Readonly<Record<string, unknown>>;

/** Builds an error in Google's format. */
export const refuse = (code: number, reason: string, domain = 'youtube'): FakeAnswer => ({
  status: code,
  body: { error: { code, message: reason, errors: [{ domain, reason, message: reason }] } },
});

export const ok = (body: Body): FakeAnswer => ({ status: 200, body });

/** Builds a refusal from the token endpoint. */
export const refuseGrant = (status: number, error: string, words: string): FakeAnswer => ({
  status,
  body: { error, error_description: words },
});

export const toWord = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value : otherwise;

/** Returns part of a request; an empty object if it is not an object. */
export const toBody = (value: unknown): Body =>
  typeof value === 'object' && value !== null ? (value as Body) : {};
