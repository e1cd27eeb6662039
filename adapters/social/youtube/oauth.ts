import { PLATFORM_TABLE } from '../../../domain/catalogue/social-platforms.js';
import {
  PlatformFailure,
  type AuthorizationRequest,
  type CodeAnswer,
  type Grant,
  type Tokens,
} from '../../../domain/ports/social-platform.js';
import { toFields, toFieldsList, toNonEmptyText, type Fields } from '../../http/json.js';
import { ask, buildUnavailable } from '../send-request.js';
import { readTokenAnswer, TOKEN_DEADLINE_MS, readGrantedTokens } from '../token-answer.js';
import { readApi, type YouTubeCredentials, type YouTube } from './api.js';

const { scopes: SCOPES } = PLATFORM_TABLE.youtube;
const AUTHORIZE = 'https://accounts.google.com/o/oauth2/v2/auth';
const OAUTH = 'https://oauth2.googleapis.com';

export function authorizeUrl({ app }: YouTube, asked: AuthorizationRequest): string {
  const query = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: asked.redirectUri,
    response_type: 'code',
    scope: SCOPES.join(' '),
    state: asked.state,
    code_challenge: asked.challenge,
    code_challenge_method: 'S256',
    access_type: 'offline',
    // Without this parameter, YouTube returns a refresh token only for an owner's first consent.
    prompt: 'consent',
    include_granted_scopes: 'true',
  });
  return `${app.rewrite(AUTHORIZE)}?${query.toString()}`;
}

export async function exchangeCode(
  youtube: YouTube,
  { code, redirectUri, verifier }: CodeAnswer,
  signal: AbortSignal,
): Promise<Grant> {
  const said = await askForTokens(
    youtube,
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    },
    signal,
  );
  const tokens = readGrantedTokens(said, youtube.now(), null);
  const scopes = (toNonEmptyText(said['scope']) ?? '').split(' ');
  // An incomplete grant is useless, and may not even allow reading the channel.
  const isWhole = SCOPES.every((scope) => scopes.includes(scope));
  const caller = { accessToken: tokens.accessToken, signal };
  const channel = isWhole ? await readChannel(youtube, caller) : { remoteId: '', username: '' };
  return { tokens, scopes, ...channel };
}

export async function refreshTokens(
  youtube: YouTube,
  tokens: Tokens,
  signal: AbortSignal,
): Promise<Tokens> {
  const asked = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken ?? '' };
  return readGrantedTokens(await askForTokens(youtube, asked, signal), youtube.now(), tokens);
}

/** Revokes the grant. Either token would end it, but the refresh token lives longer. */
export async function revoke({ app }: YouTube, tokens: Tokens, signal: AbortSignal): Promise<void> {
  await ask({
    call: { provider: 'youtube', operation: 'oauth' },
    method: 'POST',
    url: app.rewrite(`${OAUTH}/revoke`),
    fields: { token: tokens.refreshToken ?? tokens.accessToken },
    deadlineMs: app.deadlineMs ?? TOKEN_DEADLINE_MS,
    signal,
  });
}

async function askForTokens(
  { app, now }: YouTube,
  asked: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Fields> {
  const answer = await ask({
    call: { provider: 'youtube', operation: 'oauth' },
    method: 'POST',
    url: app.rewrite(`${OAUTH}/token`),
    fields: { client_id: app.clientId, client_secret: app.clientSecret, ...asked },
    deadlineMs: app.deadlineMs ?? TOKEN_DEADLINE_MS,
    signal,
  });
  return readTokenAnswer(answer, now());
}

/** @throws {PlatformFailure} `reauth` if the owner has no channel to post to */
async function readChannel(youtube: YouTube, caller: YouTubeCredentials) {
  const query = { part: 'snippet', mine: 'true' };
  const [channel] = toFieldsList(
    (await readApi(youtube, caller, 'oauth', 'channels', query))['items'],
  );
  if (!channel) {
    throw new PlatformFailure('reauth', 'ACCOUNT_NEEDS_LOGIN', 'youtubeSignupRequired');
  }
  const remoteId = toNonEmptyText(channel['id']);
  const { customUrl, title } = toFields(channel['snippet']);
  const username = (toNonEmptyText(customUrl) ?? toNonEmptyText(title) ?? '').replace(/^@/, '');
  if (remoteId === null) throw buildUnavailable('no channel id');
  return { remoteId, username: username || remoteId };
}
