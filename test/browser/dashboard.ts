import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Deps } from '../../runtime/deps.js';
import { provideDashboard } from '../../tools/web-build.mjs';
import { WebhookSuite } from '../api/webhooks-rig.js';
import { registerSuite } from '../api/suite.js';
import { signedIn, type Person } from '../support/person.js';
import type { WorkerOptions } from '../support/workers.js';
import { expectGood, useBrowser, type Device, type TestBrowser } from './browser.js';

/** Whether a dashboard page has a title, no placeholder, and no picture that is still loading. */
const IS_COMPLETE = `document.querySelector('h1')?.checkVisibility({ visibilityProperty: true }) &&
  !document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') &&
  [...document.images].every((image) => image.complete || image.loading === 'lazy')`;

/** The dashboard as `npm start` serves it: the built pages, the API behind them, and workers. */
export class Dashboard extends WebhookSuite {
  /** The origin of the pages, which must be known before the API has a port. */
  origin = '';
  private front: Server | null = null;

  constructor(readonly browser: TestBrowser) {
    super();
  }

  async prepare(): Promise<Record<string, string>> {
    this.front = createServer((client) => {
      const api = connect(Number(new URL(this.api.url).port), '127.0.0.1');
      client.pipe(api).pipe(client);
      // If one side of the connection ends, the other side ends too.
      client.on('error', () => api.destroy());
      api.on('error', () => client.destroy());
    });
    this.front.listen(0, '127.0.0.1');
    await once(this.front, 'listening');
    // Browsers allow passkeys on this name, but not on an IP address.
    this.origin = `http://localhost:${(this.front.address() as AddressInfo).port}`;
    return {
      ...(await this.startReceiver()),
      PUBLIC_URL: this.origin,
      WEB_FOLDER: await provideDashboard(),
    };
  }

  async finish(): Promise<void> {
    this.front?.close();
    await this.receiver?.stop();
  }

  /** Opens a page with the session of a person. */
  async visitAs({ accountId, memberId, operator }: Person, device: Device = {}): Promise<Page> {
    const page = await this.browser.visit(device);
    const person = await signedIn(this.db, this.api.url, { accountId, memberId, operator });
    const [name = '', value = ''] = person.cookie.split('=');
    await page.context().addCookies([{ name, value, url: this.origin }]);
    return page;
  }

  /** Opens a dashboard page, waits until it has loaded, and checks its accessibility. */
  async show(page: Page, path: string): Promise<void> {
    await page.goto(`${this.origin}/app${path}`);
    await this.settle(page);
  }

  /** Waits until a page is idle, and expects it to be accessible. */
  async settle(page: Page): Promise<void> {
    await expectGood(page, IS_COMPLETE);
  }
}

/**
 * Starts a dashboard and its visitors for a describe block.
 * @param change replaces dependencies of the API
 */
export function useDashboard(
  workers: WorkerOptions = {},
  change?: (deps: Deps) => Deps,
): Dashboard {
  const browser = useBrowser();
  const dashboard = new Dashboard(browser);
  return registerSuite(dashboard, {
    env: () => dashboard.prepare(),
    ...(change && { change }),
    workers: { outbound: true, ...workers },
    end: () => dashboard.finish(),
  });
}

/** Expects that no script in a displayed text has run. */
export async function expectNoScriptRan(page: Page): Promise<void> {
  expect(await page.evaluate('globalThis.attacked'), 'a script of a text ran').to.equal(undefined);
  expect(await page.locator('[data-attack]').count(), 'elements of a text').to.equal(0);
}
