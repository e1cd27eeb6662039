import type { FakeAnswer } from '../fake.js';

declare global {
  interface JSON {
    /** Supported by Node, but not yet declared by the TypeScript libraries. */
    rawJSON(text: string): object;
  }
}

/** An answer in TikTok's envelope. */
export const ok = (data: Readonly<Record<string, unknown>>): FakeAnswer => ({
  status: 200,
  body: { data, error: { code: 'ok', message: '', log_id: 'L1' } },
});

/** A refusal in TikTok's envelope. */
export const refuse = (status: number, code: string, message = ''): FakeAnswer => ({
  status,
  body: { data: {}, error: { code, message, log_id: 'L1' } },
});

/** A refusal of the token endpoint, which has no envelope. */
export const refuseGrant = (error: string, description: string): FakeAnswer => ({
  status: 400,
  body: { error, error_description: description, log_id: 'L1' },
});

/** A number in JSON with all its digits: post ids exceed the precision of a double. */
export const rawNumber = (digits: string): unknown => JSON.rawJSON(digits);

export type Body = Readonly<Record<string, unknown>>;

/** A part of a request; empty when it is not an object. */
export const toBody = (value: unknown): Body =>
  typeof value === 'object' && value !== null ? (value as Body) : {};

/** The JSON of a request; null when it is not JSON. */
export function readJson({ headers, body }: { headers: Body; body: Buffer }): Body | null {
  if (!String(headers['content-type']).startsWith('application/json')) return null;
  try {
    return toBody(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}
