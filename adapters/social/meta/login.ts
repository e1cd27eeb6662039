import {
  PlatformFailure,
  type AuthorizationRequest,
  type CodeAnswer,
  type Grant,
  type Tokens,
} from '../../../domain/ports/social-platform.js';
import type { VendorAnswer } from '../../http/send.js';
import { askGraph, callGraph, type Graph, type GraphCall, type GraphRecord } from './call-graph.js';
import { classifyAnswer, formatErrorName, readError, toRecord } from './failure.js';

/** A Meta platform's authorisation URLs, and the names of its grants. */
export interface LoginRules {
  readonly authorizeUrl: string;
  /** Parameters that make the platform ask for consent again. */
  readonly askAgain: Readonly<Record<string, string>>;
  readonly codeUrl: string;
  readonly longUrl: string;
  readonly longGrant: string;
  readonly refreshUrl: string;
  readonly refreshGrant: string;
  readonly scopes: readonly string[];
  readonly meUrl: string;
  /** The profile field with the id that appears in URLs. */
  readonly idField: string;
  /**
   * Returns the granted scopes.
   * @param first response to the request that exchanges the code
   */
  readScopes(first: GraphRecord, me: MetaCredentials): Promise<readonly string[]>;
}

export interface MetaCredentials {
  readonly accessToken: string;
  readonly remoteId: string;
  readonly signal: AbortSignal;
}

export function authorizeUrl({ app }: Graph, rules: LoginRules, ask: AuthorizationRequest): string {
  const url = new URL(app.rewrite(rules.authorizeUrl));
  url.search = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: ask.redirectUri,
    response_type: 'code',
    scope: rules.scopes.join(','),
    state: ask.state,
    ...rules.askAgain,
  }).toString();
  return url.href;
}

/**
 * Exchanges the code for a token that lasts an hour, then for one that lasts 60 days, and reads the
 * profile.
 */
export async function exchangeCode(
  graph: Graph,
  rules: LoginRules,
  answer: CodeAnswer,
  signal: AbortSignal,
): Promise<Grant> {
  const { clientId, clientSecret } = graph.app;
  const first = await callTokens(graph, 'exchange', {
    ...buildOauthCall(signal),
    method: 'POST',
    url: rules.codeUrl,
    fields: {
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'authorization_code',
      redirect_uri: answer.redirectUri,
      // Meta appends `#_` to the code, and some browsers pass it on.
      code: answer.code.replace(/#_$/, ''),
    },
  });
  // Meta documents both shapes: flat, and in a list.
  const granted = Array.isArray(first['data']) ? toRecord(first['data'][0]) : first;
  const long = await callTokens(graph, 'exchange', {
    ...buildOauthCall(signal),
    method: 'GET',
    url: rules.longUrl,
    query: {
      grant_type: rules.longGrant,
      client_secret: clientSecret,
      access_token: requireText(granted['access_token']),
    },
  });
  const tokens = readGrantedTokens(long);
  const { accessToken } = tokens;
  const profile = await callGraph(graph, {
    ...buildOauthCall(signal),
    method: 'GET',
    url: rules.meUrl,
    query: { fields: `${rules.idField},username` },
    accessToken,
  });
  const remoteId = requireText(profile[rules.idField]);
  const scopes = await rules.readScopes(granted, { accessToken, remoteId, signal });
  return { tokens, scopes, remoteId, username: requireText(profile['username']) };
}

/** Extends a token that is at least a day old by another 60 days. */
export async function refreshTokens(
  graph: Graph,
  rules: LoginRules,
  { accessToken }: Tokens,
  signal: AbortSignal,
): Promise<Tokens> {
  const answer = await callTokens(graph, 'refresh', {
    ...buildOauthCall(signal),
    method: 'GET',
    url: rules.refreshUrl,
    query: { grant_type: rules.refreshGrant, access_token: accessToken },
  });
  return readGrantedTokens(answer);
}

const buildOauthCall = (signal: AbortSignal) => ({ operation: 'oauth' as const, signal });

type TokenPurpose = 'exchange' | 'refresh';

async function callTokens(
  graph: Graph,
  purpose: TokenPurpose,
  call: GraphCall,
): Promise<GraphRecord> {
  const answer = await askGraph(graph, call);
  const isWhole = answer.status === 200 && typeof answer.json === 'object';
  if (isWhole && answer.json !== null) return toRecord(answer.json);
  throw classifyTokenFailure(answer, purpose);
}

/**
 * Converts a refused token call. Meta uses one code for several reasons, so we recognise a problem
 * with our own app by the message. Only an error about the token itself ends a connection.
 */
function classifyTokenFailure(answer: VendorAnswer, purpose: TokenPurpose): PlatformFailure {
  const usual = classifyAnswer(answer);
  const error = readError(answer);
  const name = formatErrorName(answer);
  if (usual.kind === 'rate_limited') return usual;
  if (error === null || answer.status >= 500) {
    return new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', name);
  }
  const isOver = usual.kind === 'unauthorized' || usual.kind === 'reauth';
  if (!isOver && /client|app(lication)?\b|secret/i.test(error.message)) {
    return new PlatformFailure('misconfigured', 'MISCONFIGURED', name);
  }
  // A code cannot be used twice, so the owner must start again.
  const isSpent = purpose === 'exchange' && !error.isTransient && usual.kind !== 'retry';
  if (isOver || isSpent) return new PlatformFailure('reauth', 'ACCOUNT_NEEDS_LOGIN', name);
  return new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', name);
}

function readGrantedTokens(answer: GraphRecord): Tokens {
  const seconds = answer['expires_in'];
  return {
    accessToken: requireText(answer['access_token']),
    accessExpiresAt: typeof seconds === 'number' ? Date.now() + seconds * 1_000 : null,
    refreshToken: null,
    refreshExpiresAt: null,
  };
}

/** @throws if the platform omitted the text */
function requireText(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  throw new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', 'incomplete');
}
