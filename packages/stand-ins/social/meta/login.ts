import type { FakeAnswer, FakeRequest, FakeRoute } from '../fake.js';
import { DEMO_APP, type ConsentFake, type GrantedUser } from '../oauth.js';
import { answerGraph, GraphError, parseParams, readTextParam, buildPathPattern } from './graph.js';
import type { MetaTokens } from './tokens.js';

/** A Meta platform's authorization endpoints. */
export interface LoginPlaces {
  readonly pageHost: string;
  readonly codeHost: string;
  readonly graphHost: string;
  /** Pattern of the versions that may precede a path. */
  readonly versions: string;
  readonly longGrant: string;
  readonly refreshGrant: string;
  /** Builds the answer to a code exchange. */
  answerCode(accessToken: string, granted: GrantedUser): Readonly<Record<string, unknown>>;
  /** Builds the platform's answer to a refused code. */
  refuse(reason: 'client_id' | 'client_secret' | 'code', words: string): FakeAnswer;
}

/** Builds the authorization endpoints that Instagram and Threads share. */
export function buildLoginRoutes(
  places: LoginPlaces,
  consent: ConsentFake,
  tokens: MetaTokens,
): FakeRoute[] {
  const { pageHost, codeHost, graphHost, versions, longGrant, refreshGrant } = places;
  return [
    {
      name: 'authorize',
      method: 'GET',
      host: pageHost,
      path: /^\/oauth\/authorize\/?$/,
      answer: async (request) => consent.show(request),
    },
    {
      name: 'decision',
      method: 'POST',
      host: pageHost,
      path: /^\/demo\/decision$/,
      answer: async (request) => consent.decide(request),
    },
    {
      name: 'code',
      method: 'POST',
      host: codeHost,
      path: buildPathPattern(versions, 'oauth/access_token'),
      answer: async (request) => takeCode(places, consent, tokens, request),
    },
    {
      name: 'long_token',
      method: 'GET',
      host: graphHost,
      path: buildPathPattern(versions, 'access_token'),
      answer: ({ query }) =>
        answerGraph(async () => {
          if (query.get('grant_type') !== longGrant) throw buildBadGrant();
          if (query.get('client_secret') !== DEMO_APP.clientSecret) {
            throw new GraphError(400, 1, null, 'Error validating client secret.');
          }
          return { status: 200, body: { ...tokens.exchange(query.get('access_token') ?? '') } };
        }),
    },
    {
      name: 'refresh',
      method: 'GET',
      host: graphHost,
      path: buildPathPattern(versions, 'refresh_access_token'),
      answer: ({ query }) =>
        answerGraph(async () => {
          if (query.get('grant_type') !== refreshGrant) throw buildBadGrant();
          return { status: 200, body: { ...tokens.refresh(query.get('access_token') ?? '') } };
        }),
    },
  ];
}

const buildBadGrant = () => new GraphError(400, 100, null, 'Invalid parameter: grant_type');

function takeCode(
  places: LoginPlaces,
  consent: ConsentFake,
  tokens: MetaTokens,
  request: FakeRequest,
): FakeAnswer {
  const params = parseParams(request);
  if (readTextParam(params, 'client_id') !== DEMO_APP.clientId) {
    return places.refuse('client_id', 'Invalid platform app');
  }
  if (readTextParam(params, 'client_secret') !== DEMO_APP.clientSecret) {
    return places.refuse('client_secret', 'Error validating client secret.');
  }
  const granted = consent.take({
    code: readTextParam(params, 'code'),
    redirectUri: readTextParam(params, 'redirect_uri'),
    verifier: null,
  });
  if (typeof granted === 'string' || readTextParam(params, 'grant_type') !== 'authorization_code') {
    const words =
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request';
    return places.refuse('code', words);
  }
  return { status: 200, body: places.answerCode(tokens.issueShort(granted), granted) };
}
