import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { openSignInLink } from '../../domain/identity/open-sign-in-link.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import type { Answer, CallOptions } from './client.js';

/** Browser that calls the dashboard API. It stores cookies and sends the origin headers. */
export class Browser {
  private cookies = new Map<string, string>();

  constructor(
    private readonly url: string,
    private readonly fetchSite: string | null = 'same-origin',
  ) {}

  /** Creates a browser with this cookie. */
  static with(url: string, cookie: string): Browser {
    const browser = new Browser(url);
    browser.keep([cookie]);
    return browser;
  }

  /** Session cookie, as the browser sends it. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /**
   * Returns a browser with the same cookies that sends requests from another site, or without an
   * origin.
   */
  from(fetchSite: string | null): Browser {
    const other = new Browser(this.url, fetchSite);
    other.cookies = this.cookies;
    return other;
  }

  async call<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const { body, headers = {}, idem = randomUUID() } = options;
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookies.size > 0 && { Cookie: this.cookie }),
        ...(this.fetchSite !== null && { 'Sec-Fetch-Site': this.fetchSite }),
        ...(method !== 'GET' && idem !== null && { 'Idempotency-Key': idem }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    this.keep(response.headers.getSetCookie());
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const read = (isJson ? JSON.parse(text) : text) as T;
    return { status: response.status, headers: response.headers, text, body: read };
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.call<T>('GET', path);
  }

  /** Makes a call that the API must refuse. */
  refused(method: string, path: string, options: CallOptions = {}): Promise<Answer<ErrorBody>> {
    return this.call(method, path, options);
  }

  /** Signs in with the secret of a link or an invitation. */
  signIn(secret: string): Promise<Answer<ErrorBody>> {
    return this.call('POST', '/app/api/session', { body: { secret }, idem: null });
  }

  private keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** Account or member to sign in. */
export interface Person {
  readonly accountId: string;
  readonly memberId?: string | null | undefined;
  readonly operator?: boolean | undefined;
}

/**
 * Creates a sign-in link.
 * @returns its secret
 */
export async function newLink(
  db: DataSource,
  { accountId, memberId = null, operator = false }: Person,
): Promise<string> {
  const target = { accountId, memberId, operator };
  return (await db.transaction((tx) => openSignInLink(tx, target))).secret;
}

/** Creates a browser that has signed in with a link. */
export async function signedIn(db: DataSource, url: string, person: Person): Promise<Browser> {
  const browser = new Browser(url);
  const answer = await browser.signIn(await newLink(db, person));
  if (answer.status !== 201) throw new Error(`not signed in: ${answer.text}`);
  return browser;
}
