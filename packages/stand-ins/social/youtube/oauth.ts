import type { FakeAnswer, FakeRequest, FakeRoute } from '../fake.js';
import { Grants, type IssuedTokens } from '../grants.js';
import { ConsentFake, DEMO_APP, isBasicOfDemoApp } from '../oauth.js';
import { refuseGrant } from './answers.js';

const AUTH = 'https://www.googleapis.com/auth';
export const UPLOAD_SCOPE = `${AUTH}/youtube.upload`;
export const READ_SCOPE = `${AUTH}/youtube.readonly`;
const HOUR = 3_600_000;
const LIVES = { accessMs: HOUR, refreshMs: Infinity, rotates: false } as const;
const WEB_HOST = 'accounts.google.com';
const TOKEN_HOST = 'oauth2.googleapis.com';

/** Google's authorization: a refresh returns no refresh token. */
export class GoogleOAuth {
  readonly grants: Grants;
  readonly #consent: ConsentFake;
  /** Codes from consents with offline access. */
  readonly #offline = new Set<string>();
  /** Users who have consented before; they get another refresh token only with `prompt=consent`. */
  readonly #known = new Set<string>();

  constructor(now: () => number) {
    this.grants = new Grants(LIVES, now);
    this.#consent = new ConsentFake(
      {
        label: 'YouTube',
        clientParam: 'client_id',
        scopeSeparator: ' ',
        scopes: [UPLOAD_SCOPE, READ_SCOPE],
        codeMs: HOUR / 6,
        pkce: 'accepted',
      },
      now,
    );
  }

  get routes(): readonly FakeRoute[] {
    return [
      {
        name: 'authorize',
        method: 'GET',
        host: WEB_HOST,
        path: /^\/o\/oauth2\/v2\/auth$/,
        answer: async (request) => this.#consent.show(request),
      },
      {
        name: 'decision',
        method: 'POST',
        host: WEB_HOST,
        path: /^\/demo\/decision$/,
        answer: async (request) => this.#decide(request),
      },
      {
        name: 'token',
        method: 'POST',
        host: TOKEN_HOST,
        path: /^\/token$/,
        answer: async (request) => this.#token(request),
      },
      {
        name: 'revoke',
        method: 'POST',
        host: TOKEN_HOST,
        path: /^\/revoke$/,
        answer: async ({ body, query }) => {
          const form = new URLSearchParams(body.toString('utf8'));
          const token = form.get('token') ?? query.get('token') ?? '';
          if (this.grants.revoke(token)) return { status: 200, body: {} };
          return refuseGrant(400, 'invalid_token', 'the token is unknown');
        },
      },
    ];
  }

  #decide(request: FakeRequest): FakeAnswer {
    const answer = this.#consent.decide(request);
    const code = URL.parse(answer.headers?.['location'] ?? '')?.searchParams.get('code');
    const form = new URLSearchParams(request.body.toString('utf8'));
    const username = form.get('username') ?? '';
    const isNew = form.get('prompt') === 'consent' || !this.#known.has(username);
    if (code && isNew && form.get('access_type') === 'offline') this.#offline.add(code);
    this.#known.add(username);
    return answer;
  }

  #token(request: FakeRequest): FakeAnswer {
    const { headers, body } = request;
    const form = new URLSearchParams(body.toString('utf8'));
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      return refuseGrant(400, 'invalid_request', 'a form is expected');
    }
    const isNamed =
      form.get('client_id') === DEMO_APP.clientId &&
      form.get('client_secret') === DEMO_APP.clientSecret;
    if (!isNamed && !isBasicOfDemoApp(request))
      return refuseGrant(401, 'invalid_client', 'the client is unknown');
    if (form.get('grant_type') === 'refresh_token') {
      const issued = this.grants.refresh(form.get('refresh_token') ?? '');
      if (!issued) return refuseGrant(400, 'invalid_grant', 'expired or revoked');
      return buildTokenAnswer(issued, issued.granted.scopes);
    }
    const code = form.get('code');
    const granted = this.#consent.take({
      code,
      redirectUri: form.get('redirect_uri'),
      verifier: form.get('code_verifier'),
    });
    if (granted === 'redirect_uri differs') return refuseGrant(400, 'redirect_uri_mismatch', '');
    if (typeof granted === 'string') return refuseGrant(400, 'invalid_grant', granted);
    const issued = this.grants.open(granted);
    const isOffline = this.#offline.has(code ?? '');
    return buildTokenAnswer(isOffline ? issued : { ...issued, refresh: '' }, granted.scopes);
  }
}

const buildTokenAnswer = (
  { access, refresh }: IssuedTokens,
  scopes: readonly string[],
): FakeAnswer => ({
  status: 200,
  body: {
    access_token: access,
    expires_in: LIVES.accessMs / 1000 - 1,
    scope: scopes.join(' '),
    token_type: 'Bearer',
    ...(refresh !== '' && { refresh_token: refresh }),
  },
});
