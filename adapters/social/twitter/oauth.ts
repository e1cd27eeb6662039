import { PLATFORM_TABLE } from '../../../domain/catalogue/social-platforms.js';
import {
  PlatformFailure,
  type AuthorizationRequest,
  type CodeAnswer,
  type Grant,
  type Tokens,
} from '../../../domain/ports/social-platform.js';
import { toFields, toNonEmptyText, type Fields } from '../../http/json.js';
import type { VendorAnswer } from '../../http/send.js';
import type { PlatformApp } from '../app.js';
import { ask, buildUnavailable } from '../send-request.js';
import { readTokenAnswer, TOKEN_DEADLINE_MS, readGrantedTokens } from '../token-answer.js';
import { callApi } from './api.js';

const { scopes: SCOPES } = PLATFORM_TABLE.twitter;
const AUTHORIZE = 'https://x.com/i/oauth2/authorize';
const OAUTH = 'https://api.x.com/2/oauth2';

export function authorizeUrl(
  app: PlatformApp,
  { state, redirectUri, challenge }: AuthorizationRequest,
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope: SCOPES.join(' '),
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return `${app.rewrite(AUTHORIZE)}?${query.toString()}`;
}

/** Exchanges the authorisation code, which X accepts for 30 seconds. */
export async function exchangeCode(
  app: PlatformApp,
  { code, redirectUri, verifier }: CodeAnswer,
  signal: AbortSignal,
): Promise<Grant> {
  const asked = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  const said = await askForTokens(app, asked, signal);
  const tokens = readGrantedTokens(said, Date.now(), null);
  const scopes = (toNonEmptyText(said['scope']) ?? '').split(' ').filter(Boolean);
  // An incomplete grant is useless, and may not even allow reading the user.
  const mayRead = ['users.read', 'tweet.read'].every((scope) => scopes.includes(scope));
  if (!mayRead) return { tokens, scopes, remoteId: 'unknown', username: 'unknown' };
  return { tokens, scopes, ...(await readUser(app, tokens.accessToken, signal)) };
}

/** Refreshes the tokens. The old refresh token is invalid as soon as X has responded. */
export async function refreshTokens(
  app: PlatformApp,
  tokens: Tokens,
  signal: AbortSignal,
): Promise<Tokens> {
  const asked = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken ?? '' };
  return readGrantedTokens(await askForTokens(app, asked, signal), Date.now(), tokens);
}

export async function revoke(
  app: PlatformApp,
  { accessToken, refreshToken }: Tokens,
  signal: AbortSignal,
): Promise<void> {
  await askOAuth(app, 'revoke', { token: refreshToken ?? accessToken }, signal);
}

async function askForTokens(
  app: PlatformApp,
  asked: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Fields> {
  const answer = await askOAuth(app, 'token', asked, signal);
  if (isOver(answer)) throw new PlatformFailure('reauth', 'ACCOUNT_NEEDS_LOGIN', 'invalid_request');
  return readTokenAnswer(answer, Date.now());
}

/**
 * Returns whether a code or token has been used or has expired: X reports an invalid request with
 * this message.
 */
function isOver({ status, json }: VendorAnswer): boolean {
  const { error, error_description: words } = toFields(json);
  return (
    status === 400 &&
    error === 'invalid_request' &&
    String(words).startsWith('Value passed for the')
  );
}

/** Sends an OAuth request with our app's credentials in the header (RFC 6749 2.3.1). */
function askOAuth(
  app: PlatformApp,
  endpoint: 'token' | 'revoke',
  asked: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<VendorAnswer> {
  const pair = [app.clientId, app.clientSecret].map((part) => encodeURIComponent(part)).join(':');
  return ask({
    call: { provider: 'twitter', operation: 'oauth' },
    method: 'POST',
    url: app.rewrite(`${OAUTH}/${endpoint}`),
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    fields: asked,
    deadlineMs: app.deadlineMs ?? TOKEN_DEADLINE_MS,
    signal,
  });
}

async function readUser(app: PlatformApp, accessToken: string, signal: AbortSignal) {
  const said = await callApi(app, { accessToken, signal }, 'oauth', '/2/users/me');
  const { id, username } = toFields(said['data']);
  const remoteId = toNonEmptyText(id);
  const name = toNonEmptyText(username);
  if (remoteId === null || name === null) throw buildUnavailable('no user');
  return { remoteId, username: name };
}
