import type { VendorAnswer, VendorRequest } from '../../http/send.js';
import { fields, type Fields } from '../../http/json.js';
import type { PlatformApp } from '../app.js';
import { ask, unavailable } from '../ask.js';
import { failureOf } from './failures.js';

/** Credentials of a call. */
export interface Caller {
  readonly accessToken: string;
  readonly signal: AbortSignal;
}

/** The body of a request: at most one of `json` and `form`. */
export type Sent = Pick<VendorRequest, 'json' | 'form'>;

const API = 'https://api.x.com';

/** Builds the request of an API call: `POST` if it has a body. */
export function requestOf(
  app: PlatformApp,
  { accessToken, signal }: Caller,
  operation: VendorRequest['call']['operation'],
  path: string,
  sent?: Sent,
): VendorRequest {
  return {
    call: { provider: 'twitter', operation },
    method: sent ? 'POST' : 'GET',
    url: app.rewrite(`${API}${path}`),
    headers: { authorization: `Bearer ${accessToken}` },
    ...sent,
    deadlineMs: app.deadlineMs,
    signal,
  };
}

/**
 * Makes a call that may be retried. @returns the fields of the response @throws {PlatformFailure}
 */
export async function callApi(
  app: PlatformApp,
  caller: Caller,
  operation: 'oauth' | 'draft' | 'upload' | 'read',
  path: string,
  sent?: Sent,
): Promise<Fields> {
  const answer = await ask(requestOf(app, caller, operation, path, sent));
  if (answer.status < 200 || answer.status > 299) throw failureOf(answer);
  // The response to a part of an upload may be empty.
  if (answer.json === undefined && answer.text !== '') throw unavailable('no JSON');
  return fields(answer.json);
}

/** Whether X itself sent a refusal, rather than a gateway in front of it. */
export const isOwn = ({ json }: VendorAnswer): boolean =>
  ['title', 'detail', 'errors'].some((name) => name in fields(json));
