import { fields, text, type Fields } from '../../http/json.js';
import { retryAfterMs, type VendorAnswer, type VendorRequest } from '../../http/send.js';
import type { PlatformApp } from '../app.js';
import { ask } from '../ask.js';
import { failureOf } from './failures.js';

/** What the parts of the adapter share. */
export interface TikTok {
  readonly app: PlatformApp;
  readonly now: () => number;
}

/** Who calls. */
export interface Caller {
  readonly accessToken: string;
  readonly signal: AbortSignal;
}

export interface Envelope {
  readonly data: Fields;
  /** The body as it came: ids are longer than what JSON.parse can hold. */
  readonly body: string;
}

const API = 'https://open.tiktokapis.com/v2';

/** A call of the API as a request. */
export function requestOf(
  { app }: TikTok,
  { accessToken, signal }: Caller,
  operation: VendorRequest['call']['operation'],
  path: string,
  body?: unknown,
): VendorRequest {
  return {
    call: { provider: 'tiktok', operation },
    method: body === undefined ? 'GET' : 'POST',
    url: app.rewrite(`${API}${path}`),
    headers: { authorization: `Bearer ${accessToken}` },
    json: body,
    deadlineMs: app.deadlineMs,
    signal,
  };
}

/** @throws {PlatformFailure} unless both the status and the envelope say that it worked */
export function readEnvelope(answer: VendorAnswer, now: number): Envelope {
  const { data, error } = fields(answer.json);
  const code = text(fields(error)['code']);
  if (answer.status === 200 && code === 'ok') return { data: fields(data), body: answer.text };
  throw failureOf(code === 'ok' ? null : code, answer.status, now, retryAfterMs(answer));
}

/** Whether TikTok itself wrote an error, rather than a gateway in front of it. */
export const isOwn = ({ json }: VendorAnswer): boolean =>
  text(fields(fields(json)['error'])['code']) !== null;

/** A call that may be repeated. @throws {PlatformFailure} */
export async function callApi(
  tiktok: TikTok,
  caller: Caller,
  operation: 'oauth' | 'draft' | 'read',
  path: string,
  body?: unknown,
): Promise<Envelope> {
  const answer = await ask(requestOf(tiktok, caller, operation, path, body));
  return readEnvelope(answer, tiktok.now());
}
