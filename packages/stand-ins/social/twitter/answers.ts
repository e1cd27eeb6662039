import type { FakeAnswer, FakeRequest } from '../fake.js';

export type Body = Readonly<Record<string, unknown>>;

/** Builds a refusal as a problem (RFC 9457). */
export const refuse = (status: number, title: string, detail: string): FakeAnswer => ({
  status,
  body: { title, detail, type: 'about:blank', status },
});

export const reject = (detail: string): FakeAnswer => refuse(400, 'Invalid Request', detail);

export const buildDataAnswer = (fields: Body, status = 200): FakeAnswer => ({
  status,
  body: { data: fields },
});

/** Returns part of a request; an empty object if it is not an object. */
export const toBody = (value: unknown): Body =>
  typeof value === 'object' && value !== null ? (value as Body) : {};

/** Parses a request's JSON; null if the body is not JSON. */
export function readJson({ headers, body }: FakeRequest): Body | null {
  if (!headers['content-type']?.startsWith('application/json')) return null;
  try {
    return toBody(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}
