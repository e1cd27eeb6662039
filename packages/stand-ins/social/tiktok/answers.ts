import type { FakeAnswer } from '../fake.js';

declare global {
  interface JSON {
    /**
     * Writes a number without conversion. Node.js supports it, but the TypeScript libraries do not
     * declare it yet.
     */
    rawJSON(text: string): object;
  }
}

/** Builds an answer in TikTok's envelope. */
export const ok = (data: Readonly<Record<string, unknown>>): FakeAnswer => ({
  status: 200,
  body: { data, error: { code: 'ok', message: '', log_id: 'L1' } },
});

/** Builds a refusal in TikTok's envelope. */
export const refuse = (status: number, code: string, message = ''): FakeAnswer => ({
  status,
  body: { data: {}, error: { code, message, log_id: 'L1' } },
});

/** Builds a refusal from the token endpoint, which has no envelope. */
export const refuseGrant = (error: string, description: string): FakeAnswer => ({
  status: 400,
  body: { error, error_description: description, log_id: 'L1' },
});

/** Keeps all digits of a JSON number, because post ids exceed a double's precision. */
export const rawNumber = (digits: string): unknown => JSON.rawJSON(digits);

export type Body = Readonly<Record<string, unknown>>;

/** Returns part of a request; an empty object if it is not an object. */
export const toBody = (value: unknown): Body =>
  typeof value === 'object' && value !== null ? (value as Body) : {};

/** Parses a request's JSON; null if the body is not JSON. */
export function readJson({ headers, body }: { headers: Body; body: Buffer }): Body | null {
  if (!String(headers['content-type']).startsWith('application/json')) return null;
  try {
    return toBody(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}
