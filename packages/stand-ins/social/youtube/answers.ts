import type { FakeAnswer } from '../fake.js';

export type Body = Readonly<Record<string, unknown>>;

/** An error in Google's format. */
export const refuse = (code: number, reason: string, domain = 'youtube'): FakeAnswer => ({
  status: code,
  body: { error: { code, message: reason, errors: [{ domain, reason, message: reason }] } },
});

export const ok = (body: Body): FakeAnswer => ({ status: 200, body });

/** A refusal of the token endpoint. */
export const refuseGrant = (status: number, error: string, words: string): FakeAnswer => ({
  status,
  body: { error, error_description: words },
});

export const toWord = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value : otherwise;

/** A part of a request; empty when it is not an object. */
export const toBody = (value: unknown): Body =>
  typeof value === 'object' && value !== null ? (value as Body) : {};
