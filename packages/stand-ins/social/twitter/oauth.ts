import type { FakeAnswer, FakeRequest, FakeRoute } from '../fake.js';
import { Grants } from '../grants.js';
import { ConsentFake, isBasicOfDemoApp } from '../oauth.js';
import { buildDataAnswer, readJson, refuse } from './answers.js';

export const API_HOST = 'api.x.com';
const WEB_HOST = 'x.com';
const SCOPES = [
  'tweet.read',
  'tweet.write',
  'tweet.moderate.write',
  'users.read',
  'media.write',
  'offline.access',
];
const HOUR = 3_600_000;
const LIVES = { accessMs: 2 * HOUR, refreshMs: 180 * 24 * HOUR, rotates: true } as const;

/** X's OAuth 2.0: PKCE, 30-second codes, client authentication in the header, rotation. */
export class TwitterOAuth {
  readonly grants: Grants;
  readonly #consent: ConsentFake;

  constructor(now: () => number) {
    this.grants = new Grants(LIVES, now);
    this.#consent = new ConsentFake(
      {
        label: 'X',
        clientParam: 'client_id',
        scopeSeparator: ' ',
        scopes: SCOPES,
        codeMs: 30_000,
        pkce: 'required',
        acceptsLowerCaseMethod: true,
      },
      now,
    );
  }

  get routes(): readonly FakeRoute[] {
    const buildRoute = (name: string, method: string, host: string, path: RegExp) => ({
      name,
      method,
      host,
      path,
    });
    return [
      {
        ...buildRoute('authorize', 'GET', WEB_HOST, /^\/i\/oauth2\/authorize$/),
        answer: async (request) => this.#consent.show(request),
      },
      {
        ...buildRoute('decision', 'POST', WEB_HOST, /^\/demo\/decision$/),
        answer: async (request) => this.#consent.decide(request),
      },
      {
        ...buildRoute('token', 'POST', API_HOST, /^\/2\/oauth2\/token$/),
        answer: async (request) => this.#token(request),
      },
      {
        ...buildRoute('revoke', 'POST', API_HOST, /^\/2\/oauth2\/revoke$/),
        answer: async (request) => this.#revoke(request),
      },
      {
        ...buildRoute('me', 'GET', API_HOST, /^\/2\/users\/me$/),
        answer: async (request) => this.#me(request),
      },
    ];
  }

  #token(request: FakeRequest): FakeAnswer {
    const form = parseForm(request);
    if (!form) return refuseGrant(400, 'invalid_request', 'a form or JSON is expected');
    if (!isBasicOfDemoApp(request)) {
      return refuseGrant(401, 'unauthorized_client', 'Missing valid authorization header');
    }
    if (form.get('grant_type') === 'refresh_token') {
      const issued = this.grants.refresh(form.get('refresh_token') ?? '');
      return issued ? buildTokenAnswer(issued, issued.granted.scopes) : refuseValue('token');
    }
    if (form.get('grant_type') !== 'authorization_code') {
      return refuseGrant(400, 'unsupported_grant_type', 'grant_type');
    }
    const granted = this.#consent.take({
      code: form.get('code'),
      redirectUri: form.get('redirect_uri'),
      verifier: form.get('code_verifier'),
    });
    if (typeof granted === 'string') return refuseValue('authorization code');
    return buildTokenAnswer(this.grants.open(granted), granted.scopes);
  }

  #revoke(request: FakeRequest): FakeAnswer {
    const form = parseForm(request);
    if (!form || !isBasicOfDemoApp(request)) {
      return refuseGrant(401, 'unauthorized_client', 'Missing valid authorization header');
    }
    this.grants.revoke(form.get('token') ?? '');
    return { status: 200, body: { revoked: true } };
  }

  #me(request: FakeRequest): FakeAnswer {
    const holder = this.grants.findHolder(request);
    if (!holder) return refuse(401, 'Unauthorized', 'Unauthorized');
    const mayRead = ['users.read', 'tweet.read'].every((scope) => holder.scopes.includes(scope));
    if (!mayRead) return refuse(403, 'Forbidden', 'You are not permitted to perform this action.');
    const { id, username } = holder.user;
    return buildDataAnswer({ id, name: username, username });
  }
}

/**
 * Parses the parameters from a form or from JSON, because twitter-api-v2 sends JSON and X accepts
 * it.
 */
function parseForm(request: FakeRequest): URLSearchParams | null {
  const { headers, body } = request;
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return new URLSearchParams(body.toString('utf8'));
  }
  const json = readJson(request);
  if (!json) return null;
  const texts = Object.entries(json).filter(([, value]) => typeof value === 'string');
  return new URLSearchParams(texts as [string, string][]);
}

const refuseGrant = (status: number, error: string, description: string): FakeAnswer => ({
  status,
  body: { error, error_description: description },
});

/** Builds X's answer to a code or token that is used, expired or unknown. */
const refuseValue = (what: string): FakeAnswer =>
  refuseGrant(400, 'invalid_request', `Value passed for the ${what} was invalid.`);

/** Builds the token answer. It has a refresh token only with the scope `offline.access`. */
const buildTokenAnswer = (
  { access, refresh }: { readonly access: string; readonly refresh: string },
  scopes: readonly string[],
): FakeAnswer => ({
  status: 200,
  body: {
    token_type: 'bearer',
    expires_in: LIVES.accessMs / 1000,
    access_token: access,
    scope: scopes.join(' '),
    ...(scopes.includes('offline.access') && { refresh_token: refresh }),
  },
});
