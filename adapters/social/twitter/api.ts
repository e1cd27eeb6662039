import type { VendorAnswer, VendorRequest } from '../../http/send.js';
import { toFields, type Fields } from '../../http/json.js';
import type { PlatformApp } from '../app.js';
import { ask, buildUnavailable } from '../send-request.js';
import { buildTwitterFailure } from './failures.js';

/** Credentials for a call. */
export interface TwitterCredentials {
  readonly accessToken: string;
  readonly signal: AbortSignal;
}

/** A request's body: at most one of `json` and `form`. */
export type RequestContent = Pick<VendorRequest, 'json' | 'form'>;

const API = 'https://api.x.com';

/** Builds an API call's request: `POST` if it has a body. */
export function buildTwitterRequest(
  app: PlatformApp,
  { accessToken, signal }: TwitterCredentials,
  operation: VendorRequest['call']['operation'],
  path: string,
  sent?: RequestContent,
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
 * Makes a call that may be retried.
 * @returns the response's fields
 * @throws {PlatformFailure}
 */
export async function callApi(
  app: PlatformApp,
  caller: TwitterCredentials,
  operation: 'oauth' | 'draft' | 'upload' | 'read',
  path: string,
  sent?: RequestContent,
): Promise<Fields> {
  const answer = await ask(buildTwitterRequest(app, caller, operation, path, sent));
  if (answer.status < 200 || answer.status > 299) throw buildTwitterFailure(answer);
  // The response to part of an upload may be empty.
  if (answer.json === undefined && answer.text !== '') throw buildUnavailable('no JSON');
  return toFields(answer.json);
}

/** Returns whether X itself sent a refusal, rather than a gateway in front of it. */
export const isOwn = ({ json }: VendorAnswer): boolean =>
  ['title', 'detail', 'errors'].some((name) => name in toFields(json));
