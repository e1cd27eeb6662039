import { createHash, randomBytes } from 'node:crypto';
import type { FakeAnswer, FakeRequest } from './fake.js';

/** The app that every fake accepts. */
export const DEMO_APP = { clientId: 'demo-client', clientSecret: 'demo-secret' } as const;

/** The differences of one platform's authorization from other platforms. */
export interface OAuthRules {
  readonly label: string;
  readonly clientParam: 'client_id' | 'client_key';
  readonly scopeSeparator: ',' | ' ';
  readonly scopes: readonly string[];
  /** An authorization code's lifetime. */
  readonly codeMs: number;
  readonly pkce: 'required' | 'accepted' | 'none';
  /** Whether the method may be `s256` in lower case, which twitter-api-v2 sends and X accepts. */
  readonly acceptsLowerCaseMethod?: boolean;
  /**
   * Set for a platform that asks an owner who has already allowed the app again only if this
   * authorization parameter has this value.
   */
  readonly asksAgain?: { readonly name: string; readonly value: string };
  /** Text appended to the return URL; Meta appends `#_`. */
  readonly suffix?: string;
}

/** A user of the platform. */
export interface FakeUser {
  readonly id: string;
  readonly username: string;
}

export interface GrantedUser {
  readonly user: FakeUser;
  readonly scopes: readonly string[];
}

interface Code extends GrantedUser {
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly until: number;
}

const deriveUserId = (username: string): string =>
  String(createHash('sha256').update(username).digest().readUIntBE(0, 6));
const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Returns whether HTTP Basic names the demo app, with or without the form encoding from RFC 6749
 * 2.3.1. oauth4webapi encodes both parts; most clients encode neither.
 */
export function isBasicOfDemoApp({ headers }: FakeRequest): boolean {
  const encoded = /^Basic (\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const decoded = new URLSearchParams(`pair=${pair}`).get('pair');
  return decoded === `${DEMO_APP.clientId}:${DEMO_APP.clientSecret}`;
}

/** Returns the app's URL with its state. */
function returnTo(asked: URLSearchParams): URL {
  const target = new URL(asked.get('redirect_uri') ?? '');
  const state = asked.get('state');
  if (state !== null) target.searchParams.set('state', state);
  return target;
}

/** The consent page where an owner allows an app, and the codes that the page issues. */
export class ConsentFake {
  readonly #codes = new Map<string, Code>();
  /** The last owner who has allowed the app and is signed in to the platform. */
  #allowed: string | null = null;

  constructor(
    private readonly rules: OAuthRules,
    private readonly now: () => number,
  ) {}

  /**
   * Shows the consent page. It also shows an invalid request's error, which is never sent back to
   * the app.
   */
  show({ query, host }: FakeRequest): FakeAnswer {
    const problem = this.#findProblem(query);
    if (problem)
      return { status: 400, body: `<h1>Demo ${this.rules.label}</h1><p>${escape(problem)}</p>` };
    const { asksAgain } = this.rules;
    const isAsked = !asksAgain || query.get(asksAgain.name) === asksAgain.value;
    if (!isAsked && this.#allowed !== null) {
      const target = returnTo(query);
      return this.#allow(target, query, { username: this.#allowed, scopes: this.#scopesOf(query) });
    }
    const hidden = [...query]
      .map(
        ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
      )
      .join('');
    const scopes = this.#scopesOf(query)
      .map(
        (scope) =>
          `<li><label><input type="checkbox" name="granted" value="${escape(scope)}" checked> ${escape(scope)}</label></li>`,
      )
      .join('');
    return {
      status: 200,
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Demo ${this.rules.label}</title><link rel="stylesheet" href="/demo/style.css"></head><body><main>
<p class="badge">Demo: this is not the real ${this.rules.label}</p>
<h1>Allow this app to post for you?</h1>
<form method="post" action="/${host}/demo/decision">${hidden}
<label>Account <input name="username" value="demo_creator" pattern="[A-Za-z0-9._]{1,30}" required></label>
<ul>${scopes}</ul>
<button name="decision" value="allow">Allow</button> <button name="decision" value="deny" formnovalidate>Deny</button>
</form></main></body></html>`,
    };
  }

  /** Handles the owner's decision: returns to the app with a code or an error. */
  decide({ body }: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(body.toString('utf8'));
    const problem = this.#findProblem(form);
    if (problem) return { status: 400, body: escape(problem) };
    const target = returnTo(form);
    if (form.get('decision') === 'allow') {
      const username = form.get('username') || 'demo_creator';
      return this.#allow(target, form, { username, scopes: form.getAll('granted') });
    }
    target.searchParams.set('error', 'access_denied');
    return this.#lead(target);
  }

  /** Returns to the app with an authorization code. */
  #allow(
    target: URL,
    asked: URLSearchParams,
    { username, scopes }: { readonly username: string; readonly scopes: readonly string[] },
  ): FakeAnswer {
    const code = randomBytes(12).toString('hex');
    this.#allowed = username;
    this.#codes.set(code, {
      user: { id: deriveUserId(username), username },
      scopes,
      redirectUri: asked.get('redirect_uri') ?? '',
      challenge: asked.get('code_challenge'),
      until: this.now() + this.rules.codeMs,
    });
    target.searchParams.set('code', code);
    return this.#lead(target);
  }

  #lead(target: URL): FakeAnswer {
    return { status: 302, headers: { location: `${target.href}${this.rules.suffix ?? ''}` } };
  }

  /**
   * Exchanges a code, once.
   * @returns the grant, or why the exchange is refused
   */
  take(ask: {
    readonly code: string | null;
    readonly redirectUri: string | null;
    readonly verifier: string | null;
  }): GrantedUser | string {
    const code = this.#codes.get(ask.code ?? '');
    this.#codes.delete(ask.code ?? '');
    if (!code || code.until < this.now()) return 'the code is unknown, used or expired';
    if (code.redirectUri !== ask.redirectUri) return 'redirect_uri differs';
    if (code.challenge !== null) {
      const digest = createHash('sha256')
        .update(ask.verifier ?? '')
        .digest('base64url');
      if (digest !== code.challenge) return 'code_verifier does not match code_challenge';
    }
    return { user: code.user, scopes: code.scopes };
  }

  #scopesOf(query: URLSearchParams): string[] {
    return (query.get('scope') ?? '').split(this.rules.scopeSeparator).filter(Boolean);
  }

  #findProblem(query: URLSearchParams): string | null {
    const { clientParam, scopes, pkce, acceptsLowerCaseMethod } = this.rules;
    if (query.get(clientParam) !== DEMO_APP.clientId) return `${clientParam} is unknown`;
    if (query.get('response_type') !== 'code') return 'response_type must be code';
    if (!URL.canParse(query.get('redirect_uri') ?? '')) return 'redirect_uri is not a URL';
    const unknown = this.#scopesOf(query).filter((scope) => !scopes.includes(scope));
    if (unknown.length > 0) return `unknown scopes: ${unknown.join(' ')}`;
    const challenged = query.get('code_challenge') !== null;
    if (pkce === 'required' && !challenged) return 'code_challenge is missing';
    if (pkce === 'none' && challenged) return 'code_challenge is not offered';
    const methods = ['S256', ...(acceptsLowerCaseMethod ? ['s256'] : [])];
    if (challenged && !methods.includes(query.get('code_challenge_method') ?? '')) {
      return 'only S256 is offered';
    }
    return null;
  }
}
