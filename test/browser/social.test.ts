import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { servePages } from '@media-platform/stand-ins/social/pages/serve-pages.js';
import { serveFakes, type FakeServer } from '@media-platform/stand-ins/social/server.js';
import { createStandIns } from '@media-platform/stand-ins/social/stand-ins.js';
import { registerSuite, type Customer } from '../api/suite.js';
import { squareUrl } from '../support/data-url.js';
import { DEVICES, nameOf, useBrowser, type Device } from './browser.js';
import { Dashboard, expectNoScriptRan } from './dashboard.js';

const ATTACK = 'Ava <img data-attack>';

describe('the social pages in a browser', () => {
  const dashboard = new Dashboard(useBrowser());
  const fakes = createStandIns({ now: Date.now });
  let server: FakeServer;
  registerSuite(dashboard, {
    async env() {
      server = await serveFakes(fakes, 0, servePages(fakes));
      return { ...(await dashboard.prepare()), SOCIAL_DEMO_URL: server.url };
    },
    workers: { outbound: true },
    async end() {
      await dashboard.finish();
      await server.close();
    },
  });

  let customer: Customer;
  let page: Page;

  const begin = async (device: Device = {}) => {
    customer = await dashboard.customer();
    const body = { name: ATTACK, gender: 'female', images: [squareUrl(512)] };
    const made = await customer.client.call('POST', '/v1/characters', { body });
    expect(made.status, made.text).to.equal(201);
    page = await dashboard.visitAs(customer, device);
    await dashboard.show(page, '/social');
  };
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const choose = async (name: string, field: string, option: string) => {
    await dialog(name).getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
  };

  /** Connects an account: opens the link, confirms on the page of the platform, and returns. */
  const connect = async () => {
    await page.getByRole('button', { name: 'Connect account' }).first().click();
    await choose('Connect account', 'Character', ATTACK);
    await choose('Connect account', 'Platform', 'X');
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('link', { name: 'Connect X in this browser' }).waitFor();
    await dashboard.settle(page);
    await page.getByRole('link', { name: 'Connect X in this browser' }).click();
    await page.getByRole('button', { name: 'Continue to X' }).click();
    await page.getByLabel('Account').fill('grace_h');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('X is connected').waitFor();
    await page.getByText('@grace_h').waitFor();
    await dashboard.settle(page);
  };

  /** Returns a time one day ahead, in the format of the time field. */
  const tomorrow = () =>
    page.evaluate<string>(
      `new Date(Date.now() + 86_400_000 - new Date().getTimezoneOffset() * 60_000)
        .toISOString().slice(0, 16)`,
    );

  /** Fills in the form of a new post, and previews it. */
  const compose = async (caption: string, time: string) => {
    await page.getByRole('button', { name: 'New post' }).first().click();
    await choose('New post', 'Character', ATTACK);
    await page.getByRole('checkbox', { name: 'X @grace_h' }).check();
    await page.getByRole('button', { name: 'image: a fox to post' }).click();
    await page.getByLabel('Time').fill(time);
    await preview(caption);
  };
  const preview = async (caption: string) => {
    await page.getByRole('textbox', { name: 'Caption' }).fill(caption);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: /^(Schedule|Publish) for/ }).waitFor();
  };
  /** Sends the previewed post, and waits for the confirmation. */
  const send = async (button: RegExp, notice: string) => {
    await page.getByRole('button', { name: button }).click();
    await page.getByText(notice).waitFor();
    await dialog('New post').waitFor({ state: 'hidden' });
  };
  const schedule = async (caption: string) => {
    await compose(caption, await tomorrow());
    await dialog('New post').getByText('caption shortened').waitFor();
    await dashboard.settle(page);
    await send(/^Schedule for/, 'Post scheduled.');
  };

  for (const device of DEVICES) {
    it(`connect an account, and preview, schedule and cancel a post: ${nameOf(device)}`, async () => {
      await begin(device);
      await dashboard.finished(customer, await dashboard.queued(customer, 'a fox to post'));
      await connect();
      await schedule('A fox in the snow of a long winter. '.repeat(20));
      await page.getByRole('tab', { name: 'Calendar' }).click();
      const day = (await tomorrow()).slice(0, 7);
      await dashboard.show(page, `/social?view=calendar&month=${day}`);
      await page.getByText('scheduled', { exact: true }).waitFor();
      await dashboard.settle(page);
      await page.getByRole('tab', { name: 'Posts' }).click();
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Caption' }).fill('A short one');
      await dashboard.settle(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('paragraph').filter({ hasText: 'A short one' }).waitFor();
      await page.getByRole('button', { name: 'Cancel post' }).click();
      await dialog('Cancel post?').getByRole('button', { name: 'Cancel post' }).click();
      const posts = page.getByRole('tabpanel', { name: 'Posts' });
      await posts.getByText('cancelled', { exact: true }).waitFor();
      await dashboard.settle(page);
      await expectNoScriptRan(page);
    });
  }

  it('edit a post after its preview, close it, and publish another post', async () => {
    await begin();
    await dashboard.finished(customer, await dashboard.queued(customer, 'a fox to post'));
    await connect();
    await compose('A fox', '');
    await preview('A fox in the snow');
    await page.keyboard.press('Escape');
    await dialog('New post').waitFor({ state: 'hidden' });
    await compose('A red fox', '');
    await send(/^Publish for 1 credit/, 'Post published.');
    await page.getByRole('tab', { name: 'Posts' }).click();
    const posts = page.getByRole('tabpanel', { name: 'Posts' });
    await posts.getByText('published', { exact: true }).waitFor();
  });

  it('disconnect an account after a confirmation', async () => {
    await begin();
    await connect();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await dialog('Disconnect @grace_h?').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('heading', { name: 'No accounts yet' }).waitFor();
    await dashboard.settle(page);
  });

  it('say first that the Free plan does not include them, and offer nothing to send', async () => {
    const free = await dashboard.customer({ plan: 'free' });
    page = await dashboard.visitAs(free);
    await dashboard.show(page, '/social');
    await page.getByText('Social publishing is not included in the Free plan').waitFor();
    await dashboard.settle(page);
    expect(await page.getByRole('button', { name: /Connect account|New post/ }).count()).to.equal(
      0,
    );
  });
});
