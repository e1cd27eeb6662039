import { toFields, type Fields } from '../../http/json.js';
import type { PlatformApp } from '../app.js';
import { ask } from '../send-request.js';
import { buildYouTubeFailure } from './failures.js';

/** Dependencies shared by the adapter's modules. */
export interface YouTube {
  readonly app: PlatformApp;
  readonly now: () => number;
}

/** Credentials for a call. */
export interface YouTubeCredentials {
  readonly accessToken: string;
  readonly signal: AbortSignal;
}

/**
 * Reads from the Data API.
 * @throws {PlatformFailure}
 */
export async function readApi(
  { app, now }: YouTube,
  { accessToken, signal }: YouTubeCredentials,
  operation: 'oauth' | 'read',
  resource: string,
  query: Readonly<Record<string, string>>,
): Promise<Fields> {
  const address = app.rewrite(`https://www.googleapis.com/youtube/v3/${resource}`);
  const answer = await ask({
    call: { provider: 'youtube', operation },
    method: 'GET',
    url: `${address}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${accessToken}` },
    deadlineMs: app.deadlineMs,
    signal,
  });
  if (answer.status !== 200 || answer.json === undefined) throw buildYouTubeFailure(answer, now());
  return toFields(answer.json);
}
