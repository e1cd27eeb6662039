import { PLATFORM_TABLE } from '../../../domain/catalogue/social-platforms.js';
import type {
  AuthorizationRequest,
  CodeAnswer,
  Grant,
  Tokens,
} from '../../../domain/ports/social-platform.js';
import { toFields, toNonEmptyText, type Fields } from '../../http/json.js';
import { ask, buildUnavailable } from '../send-request.js';
import { readTokenAnswer, TOKEN_DEADLINE_MS, readGrantedTokens } from '../token-answer.js';
import { callApi, type TikTok } from './api.js';

const { scopes: SCOPES } = PLATFORM_TABLE.tiktok;
const AUTHORIZE = 'https://www.tiktok.com/v2/auth/authorize/';
const OAUTH = 'https://open.tiktokapis.com/v2/oauth';

/**
 * Builds the authorisation URL. TikTok calls the client id `client_key`, and has no PKCE for web
 * apps.
 */
export function authorizeUrl(
  { app }: TikTok,
  { state, redirectUri }: AuthorizationRequest,
): string {
  const query = new URLSearchParams({
    client_key: app.clientId,
    scope: SCOPES.join(','),
    response_type: 'code',
    redirect_uri: redirectUri,
    state,
    // Without this parameter, TikTok does not ask for consent again.
    disable_auto_auth: '1',
  });
  return `${app.rewrite(AUTHORIZE)}?${query.toString()}`;
}

/** @param code decoded from the callback's query */
export async function exchangeCode(
  tiktok: TikTok,
  { code, redirectUri }: CodeAnswer,
  signal: AbortSignal,
): Promise<Grant> {
  const asked = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const said = await askForTokens(tiktok, asked, signal);
  const tokens = readGrantedTokens(said, tiktok.now(), null);
  const remoteId = toNonEmptyText(said['open_id']);
  if (remoteId === null) throw buildUnavailable('no open_id');
  const scopes = (toNonEmptyText(said['scope']) ?? '').split(',').map((scope) => scope.trim());
  // An incomplete grant is useless, and may not even allow reading the profile.
  const isWhole = SCOPES.every((scope) => scopes.includes(scope));
  const caller = { accessToken: tokens.accessToken, signal };
  const username = isWhole ? await readUsername(tiktok, caller) : remoteId;
  return { tokens, scopes, remoteId, username };
}

/** Refreshes the tokens. The old refresh token is invalid as soon as TikTok has responded. */
export async function refreshTokens(
  tiktok: TikTok,
  tokens: Tokens,
  signal: AbortSignal,
): Promise<Tokens> {
  const asked = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken ?? '' };
  return readGrantedTokens(await askForTokens(tiktok, asked, signal), tiktok.now(), tokens);
}

export async function revoke(
  { app }: TikTok,
  { accessToken }: Tokens,
  signal: AbortSignal,
): Promise<void> {
  await ask({
    call: { provider: 'tiktok', operation: 'oauth' },
    method: 'POST',
    url: app.rewrite(`${OAUTH}/revoke/`),
    fields: { ...buildClientKeys(app), token: accessToken },
    deadlineMs: app.deadlineMs ?? TOKEN_DEADLINE_MS,
    signal,
  });
}

async function askForTokens(
  { app, now }: TikTok,
  asked: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Fields> {
  const answer = await ask({
    call: { provider: 'tiktok', operation: 'oauth' },
    method: 'POST',
    url: app.rewrite(`${OAUTH}/token/`),
    fields: { ...buildClientKeys(app), ...asked },
    deadlineMs: app.deadlineMs ?? TOKEN_DEADLINE_MS,
    signal,
  });
  return readTokenAnswer(answer, now());
}

const buildClientKeys = ({ clientId, clientSecret }: TikTok['app']) => ({
  client_key: clientId,
  client_secret: clientSecret,
});

async function readUsername(
  tiktok: TikTok,
  caller: { accessToken: string; signal: AbortSignal },
): Promise<string> {
  const { data } = await callApi(tiktok, caller, 'oauth', '/user/info/?fields=open_id,username');
  const username = toNonEmptyText(toFields(data['user'])['username']);
  if (username === null) throw buildUnavailable('no username');
  return username;
}
