import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { until } from '../support/until.js';
import { useDashboard } from './dashboard.js';
import { untilCount } from './waits.js';

const SLOW = 'a red fox simulate:slow=4';

describe('notifications in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  beforeEach(async () => {
    customer = await dashboard.customer();
    page = await dashboard.visitAs(customer);
  });

  /** Starts an image in the playground. A slow provider leaves time for `then`. */
  const start = async (prompt: string, then: () => Promise<void>) => {
    await dashboard.show(page, '/playground');
    await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt);
    await page.getByText(/refunded if it fails$/).waitFor();
    await page.getByRole('button', { name: 'Generate' }).click();
    await then();
  };
  const notice = () => page.getByRole('alert').filter({ hasText: 'Image completed' });

  it('announce an image that ends while the user is on another page, and open it', async () => {
    await start(SLOW, () => page.getByRole('link', { name: 'Webhooks' }).click());
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await notice().getByRole('link', { name: SLOW }).click();
    await page.waitForURL('**/library/gen_*');
    await page.getByRole('heading', { name: 'Image', level: 1 }).waitFor();
  });

  it('do not announce an image that the page shows, or that another client started', async () => {
    await start('a blue whale', () => Promise.resolve());
    await page.getByRole('img', { name: 'a blue whale' }).first().waitFor();
    const other = await customer.client.image({ prompt: 'a heron' });
    await dashboard.finished(customer, other.body.id);
    await page.getByRole('button', { name: 'image: a heron' }).waitFor();
    await untilCount(notice(), 0);
    await dashboard.settle(page);
  });

  it('mark the title of a hidden tab and show a desktop notification, if the user turned it on', async () => {
    await page.addInitScript(`
      globalThis.shown = [];
      globalThis.Notification = class extends EventTarget {
        static permission = 'granted';
        static requestPermission() { return Promise.resolve('granted'); }
        constructor(title, { body }) { super(); globalThis.shown.push(title + ': ' + body); }
      };`);
    await dashboard.show(page, '/settings');
    await page.getByRole('switch', { name: /^Desktop notifications/ }).check({ force: true });
    await start(SLOW, async () => {
      await page.evaluate(
        `Object.defineProperty(document, 'hidden', { value: true, configurable: true });`,
      );
    });
    await until(
      'a desktop notification',
      async () => (await page.evaluate<string[]>('shown')).length > 0,
    );
    expect(await page.evaluate('shown')).to.deep.equal([`Image completed: ${SLOW}`]);
    expect(await page.title()).to.equal('Image completed · Playground · Media platform');
    await page.evaluate(
      `delete document.hidden; document.dispatchEvent(new Event('visibilitychange'));`,
    );
    expect(await page.title()).to.equal('Playground · Media platform');
  });

  it('restore the title of a hidden tab after several results', async () => {
    await dashboard.show(page, '/playground');
    await page.getByRole('textbox', { name: 'Prompt' }).fill(SLOW);
    await page.getByRole('radiogroup', { name: 'Count' }).getByText('2').click();
    await page.getByText(/refunded if it fails$/).waitFor();
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: true, configurable: true });`,
    );
    await untilCount(notice(), 2);
    expect(await page.title()).to.equal('Image completed · Playground · Media platform');
    await page.evaluate(
      `delete document.hidden; document.dispatchEvent(new Event('visibilitychange'));`,
    );
    expect(await page.title()).to.equal('Playground · Media platform');
  });
});
