import { toFields, toNonEmptyText, type Fields } from '../../http/json.js';
import { readRetryAfterMs, type VendorAnswer, type VendorRequest } from '../../http/send.js';
import type { PlatformApp } from '../app.js';
import { ask } from '../send-request.js';
import { buildTikTokFailure } from './failures.js';

/** Dependencies shared by the adapter's modules. */
export interface TikTok {
  readonly app: PlatformApp;
  readonly now: () => number;
}

/** Credentials for a call. */
export interface TikTokCredentials {
  readonly accessToken: string;
  readonly signal: AbortSignal;
}

export interface Envelope {
  readonly data: Fields;
  /** The raw body, because ids are longer than JSON.parse can represent. */
  readonly body: string;
}

const API = 'https://open.tiktokapis.com/v2';

/** Builds an API call's request. */
export function buildTikTokRequest(
  { app }: TikTok,
  { accessToken, signal }: TikTokCredentials,
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

/** @throws {PlatformFailure} unless both the status and the envelope report success */
export function readEnvelope(answer: VendorAnswer, now: number): Envelope {
  const { data, error } = toFields(answer.json);
  const code = toNonEmptyText(toFields(error)['code']);
  if (answer.status === 200 && code === 'ok') return { data: toFields(data), body: answer.text };
  throw buildTikTokFailure(
    code === 'ok' ? null : code,
    answer.status,
    now,
    readRetryAfterMs(answer),
  );
}

/** Returns whether TikTok itself sent an error, rather than a gateway in front of it. */
export const isOwn = ({ json }: VendorAnswer): boolean =>
  toNonEmptyText(toFields(toFields(json)['error'])['code']) !== null;

/**
 * Makes a call that may be retried.
 * @throws {PlatformFailure}
 */
export async function callApi(
  tiktok: TikTok,
  caller: TikTokCredentials,
  operation: 'oauth' | 'draft' | 'read',
  path: string,
  body?: unknown,
): Promise<Envelope> {
  const answer = await ask(buildTikTokRequest(tiktok, caller, operation, path, body));
  return readEnvelope(answer, tiktok.now());
}
