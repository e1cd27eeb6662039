import { expect } from 'chai';
import type { SocialConnectLinkBody } from '../../domain/contract/social-connect.js';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import { ApiSuite, registerSuite, type Customer } from '../api/suite.js';
import type { AccountOptions } from '../support/accounts.js';
import { squareUrl } from '../support/data-url.js';
import { KeptLog } from '../support/log-lines.js';
import type { WorkerOptions } from '../support/workers.js';
import { fakePlatforms, type FakePlatform } from './fake-platform.js';

/** URL to which the app's owner returns, with the result in its query. */
export const RETURN = 'https://app.example.com/connected?session=7';

export interface Owner extends Customer {
  readonly characterId: string;
}

type Seen = Response & { readonly html: string };

/** Browser that keeps cookies, and returns each redirect instead of following it. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  /** All responses so far, with headers. */
  readonly seen: string[] = [];

  async go(url: string, method = 'GET', more: Record<string, string> = {}): Promise<Seen> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie !== '' && { cookie }), ...more };
    const response = await fetch(url, { method, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    const html = await response.text();
    this.seen.push(html);
    return Object.assign(response, { html });
  }

  /**
   * Opens the page of a link.
   * @returns a function that presses its button, or that returns the page if it has no button
   */
  async open(url: string): Promise<() => Promise<Seen>> {
    const page = await this.go(url);
    const action = /<form method="post" action="(?<action>[^"]+)"/.exec(page.html)?.groups?.[
      'action'
    ];
    if (action === undefined) return async () => page;
    return () => this.go(new URL(action, url).href, 'POST', { 'sec-fetch-site': 'same-origin' });
  }

  /** Opens the page of a link and presses its button. */
  async press(url: string): Promise<Seen> {
    return (await this.open(url))();
  }
}

/** Test API with five fake platforms, and helpers that connect accounts. */
export class ConnectSuite extends ApiSuite {
  readonly platforms = fakePlatforms();
  readonly kept = new KeptLog();

  platform(name: Platform): FakePlatform {
    const found = this.platforms.get(name);
    if (!found) throw new Error(`no fake of ${name}`);
    return found;
  }

  /** Creates a customer with a character. */
  async owner(options: AccountOptions = {}): Promise<Owner> {
    const customer = await this.customer({ plan: 'creator', ...options });
    const body = { name: 'Ava', gender: 'female', images: [squareUrl(8)] };
    const made = await customer.client.call<{ id: string }>('POST', '/v1/characters', { body });
    expect(made.status, made.text).to.equal(201);
    return { ...customer, characterId: made.body.id };
  }

  async link(
    owner: Owner,
    platform: Platform = 'twitter',
    redirect = RETURN,
  ): Promise<SocialConnectLinkBody> {
    const body = { character_id: owner.characterId, platform, redirect_url: redirect };
    const path = '/v1/social/accounts/connect';
    const answer = await owner.client.call<SocialConnectLinkBody>('POST', path, { body });
    expect(answer.status, answer.text).to.equal(201);
    return { ...answer.body, url: this.here(answer.body.url) };
  }

  /**
   * Replaces the port of the URL with the port of this test, because PUBLIC_URL has another port.
   */
  here(url: string): string {
    const { pathname, search } = new URL(url);
    return this.api.url + pathname + search;
  }

  /**
   * Opens a link and presses its button.
   * @returns the URL of the platform's page
   */
  async goOn(browser: Browser, { url }: SocialConnectLinkBody): Promise<string> {
    const answer = await browser.press(url);
    expect(answer.status, answer.html).to.equal(303);
    return answer.headers.get('location') ?? '';
  }

  /** Builds the callback URL of the platform, with the code or with a given query. */
  callback(address: string, query: Record<string, string>): string {
    const asked = new URL(address).searchParams;
    const url = new URL(this.here(asked.get('redirectUri') ?? ''));
    const state = asked.get('state') ?? '';
    url.search = String(new URLSearchParams({ state, ...query }));
    return url.href;
  }

  /**
   * Completes the flow for an owner who consents.
   * @returns the last URL
   */
  async connect(owner: Owner, platform: Platform = 'twitter'): Promise<URL> {
    const browser = new Browser();
    const address = await this.goOn(browser, await this.link(owner, platform));
    const code = this.platform(platform).allow(address);
    const answer = await browser.go(this.callback(address, { code }));
    expect(answer.status, answer.html).to.equal(303);
    return new URL(answer.headers.get('location') ?? '');
  }

  /** Reads the row of a connected account; undefined if there is none. */
  async account(owner: Owner, platform: Platform = 'twitter'): Promise<Row | undefined> {
    const [row] = await this.db.query(
      'SELECT * FROM social_account WHERE character_id = $1 AND platform = $2',
      [owner.characterId, platform],
    );
    return row;
  }
}

/** Columns that the tests check. */
export interface Row {
  readonly id: string;
  readonly remote_id: string;
  readonly username: string;
  readonly state: string;
  readonly tokens: string;
  readonly token_version: number;
  readonly next_refresh_at: Date;
  readonly fee_due_at: Date;
  readonly fee_period: number;
  readonly payment_due: boolean;
}

export function connectSuite(
  options: { env?: Record<string, string>; workers?: WorkerOptions } = {},
): ConnectSuite {
  const suite = new ConnectSuite();
  return registerSuite(suite, {
    env: () => options.env ?? {},
    workers: options.workers ?? null,
    change: (deps) => ({ ...deps, platforms: suite.platforms, log: suite.kept.log }),
  });
}
