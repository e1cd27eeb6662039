import type { FakeAnswer, FakeRequest, FakeRoute } from '../fake.js';
import { Grants } from '../grants.js';
import { ConsentFake, DEMO_APP } from '../oauth.js';
import { ok, refuse, refuseGrant } from './answers.js';

const SCOPES = ['user.info.basic', 'user.info.profile', 'video.publish', 'video.upload'];
const HOUR = 3_600_000;
const LIVES = { accessMs: 2 * HOUR, refreshMs: 180 * 24 * HOUR, rotates: true } as const;
/**
 * Suffix of every code. Its characters are percent-encoded in a URL, so a client must decode the
 * code before the exchange.
 */
const CODE_TAIL = '*2!4711.va';

export const API_HOST = 'open.tiktokapis.com';
const WEB_HOST = 'www.tiktok.com';

/** TikTok's authorization: `client_key`, no PKCE, rotating refresh tokens. */
export class TikTokOAuth {
  readonly grants: Grants;
  readonly #consent: ConsentFake;

  constructor(now: () => number) {
    this.grants = new Grants(LIVES, now);
    this.#consent = new ConsentFake(
      {
        label: 'TikTok',
        clientParam: 'client_key',
        scopeSeparator: ',',
        scopes: SCOPES,
        codeMs: HOUR,
        pkce: 'none',
        asksAgain: { name: 'disable_auto_auth', value: '1' },
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
        ...buildRoute('authorize', 'GET', WEB_HOST, /^\/v2\/auth\/authorize\/$/),
        answer: async (request) => this.#show(request),
      },
      {
        ...buildRoute('decision', 'POST', WEB_HOST, /^\/demo\/decision$/),
        answer: async (request) => this.#decide(request),
      },
      {
        ...buildRoute('token', 'POST', API_HOST, /^\/v2\/oauth\/token\/$/),
        answer: async (request) => this.#token(request),
      },
      {
        ...buildRoute('revoke', 'POST', API_HOST, /^\/v2\/oauth\/revoke\/$/),
        answer: async (request) => this.#revoke(request),
      },
      {
        ...buildRoute('user_info', 'GET', API_HOST, /^\/v2\/user\/info\/$/),
        answer: async (request) => this.#userInfo(request),
      },
    ];
  }

  #show(request: FakeRequest): FakeAnswer {
    const target = request.query.get('redirect_uri') ?? '';
    if (/[?#]/.test(target)) return { status: 400, body: 'redirect_uri has a query or a fragment' };
    return this.#endCode(this.#consent.show(request));
  }

  #decide(request: FakeRequest): FakeAnswer {
    return this.#endCode(this.#consent.decide(request));
  }

  #endCode(answer: FakeAnswer): FakeAnswer {
    const location = answer.headers?.['location'];
    if (location === undefined) return answer;
    const target = new URL(location);
    const code = target.searchParams.get('code');
    if (code !== null) target.searchParams.set('code', `${code}${CODE_TAIL}`);
    return { ...answer, headers: { location: target.href } };
  }

  #token({ headers, body }: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(body.toString('utf8'));
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      return refuseGrant('invalid_request', 'a form is expected');
    }
    if (!isOurApp(form)) return refuseGrant('invalid_client', 'client_key or secret is wrong');
    if (form.get('grant_type') === 'refresh_token') {
      const issued = this.grants.refresh(form.get('refresh_token') ?? '');
      if (!issued) return refuseGrant('invalid_grant', 'the refresh token is invalid');
      const { user, scopes } = issued.granted;
      return buildTokenAnswer(issued, formatOpenId(user.id), scopes);
    }
    const code = form.get('code') ?? '';
    if (!code.endsWith(CODE_TAIL))
      return refuseGrant('invalid_grant', 'the code must be URL-decoded');
    const granted = this.#consent.take({
      code: code.slice(0, -CODE_TAIL.length),
      redirectUri: form.get('redirect_uri'),
      verifier: null,
    });
    if (typeof granted === 'string') return refuseGrant('invalid_grant', granted);
    return buildTokenAnswer(
      this.grants.open(granted),
      formatOpenId(granted.user.id),
      granted.scopes,
    );
  }

  #revoke({ body }: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(body.toString('utf8'));
    if (!isOurApp(form)) return refuseGrant('invalid_client', 'client_key or secret is wrong');
    this.grants.revoke(form.get('token') ?? '');
    return { status: 200, body: {} };
  }

  #userInfo(request: FakeRequest): FakeAnswer {
    const holder = this.grants.findHolder(request);
    if (!holder) return refuse(401, 'access_token_invalid');
    const wanted = (request.query.get('fields') ?? '').split(',');
    const needed = wanted.includes('username') ? 'user.info.profile' : 'user.info.basic';
    if (!holder.scopes.includes(needed)) return refuse(401, 'scope_not_authorized');
    const all = { open_id: formatOpenId(holder.user.id), username: holder.user.username };
    const user = Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name)));
    return ok({ user });
  }
}

const isOurApp = (form: URLSearchParams): boolean =>
  form.get('client_key') === DEMO_APP.clientId &&
  form.get('client_secret') === DEMO_APP.clientSecret;

const formatOpenId = (id: string): string => `-000${id}`;

const buildTokenAnswer = (
  { access, refresh }: { readonly access: string; readonly refresh: string },
  openId: string,
  scopes: readonly string[],
): FakeAnswer => ({
  status: 200,
  body: {
    open_id: openId,
    scope: scopes.join(','),
    access_token: access,
    expires_in: LIVES.accessMs / 1000,
    refresh_token: refresh,
    refresh_expires_in: LIVES.refreshMs / 1000,
    token_type: 'Bearer',
  },
});
