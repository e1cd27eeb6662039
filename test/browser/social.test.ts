import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { servePages } from '@media-platform/stand-ins/social/pages/serve-pages.js';
import { serveFakes, type FakeServer } from '@media-platform/stand-ins/social/server.js';
import { createStandIns } from '@media-platform/stand-ins/social/stand-ins.js';
import { registerSuite, type Customer } from '../api/suite.js';
import { squareUrl } from '../support/data-url.js';
import { until } from '../support/until.js';
import { DEVICES, nameOf, useBrowser, type Device } from './browser.js';
import { Dashboard, expectNoScriptRan } from './dashboard.js';
import { holds, untilCount, untilValue } from './waits.js';

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
  let character: string;
  let page: Page;

  const begin = async (device: Device = {}) => {
    customer = await dashboard.customer();
    const body = { name: ATTACK, gender: 'female', images: [squareUrl(512)] };
    const made = await customer.client.call<{ id: string }>('POST', '/v1/characters', { body });
    expect(made.status, made.text).to.equal(201);
    character = made.body.id;
    page = await dashboard.visitAs(customer, device);
    await dashboard.show(page, '/social');
  };
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const choose = async (name: string, field: string, option: string) => {
    await dialog(name).getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
  };

  /** Connects an account: opens the link, confirms on the page of the platform, and returns. */
  const connect = async (platform = 'X', username = 'grace_h') => {
    await page.getByRole('button', { name: 'Connect account' }).first().click();
    await choose('Connect account', 'Character', ATTACK);
    await choose('Connect account', 'Platform', platform);
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = page.getByRole('link', { name: `Connect ${platform} in this browser` });
    await link.waitFor();
    await dashboard.settle(page);
    await link.click();
    await page.getByRole('button', { name: `Continue to ${platform}` }).click();
    await page.getByLabel('Account').fill(username);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText(`${platform} is connected`).waitFor();
    await page.getByText(`@${username}`).waitFor();
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
      const picture = page.getByRole('img', { name: 'a fox to post' });
      await picture.scrollIntoViewIfNeeded();
      // A picture that is not loaded has no width.
      await holds(page, `document.querySelector('img[alt="a fox to post"]').naturalWidth > 0`);
      await dashboard.settle(page);
      await page.getByRole('tab', { name: 'Posts' }).click();
      await page.getByRole('link', { name: 'Edit' }).click();
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

  /** Returns the posts of the customer, without those that only exist in the page. */
  const readPosts = async () => {
    type Posts = { data: { caption: string; platforms: string[]; scheduled_at: string }[] };
    return (await customer.client.get<Posts>('/v1/social/posts')).body.data;
  };

  it('send a caption for each platform, and retry only the post without a response', async () => {
    await begin();
    await dashboard.finished(customer, await dashboard.queued(customer, 'a fox to post'));
    await connect();
    await connect('Threads', 'grace_t');
    await page.getByRole('button', { name: 'New post' }).first().click();
    const box = (name: string) => dialog('New post').getByRole('checkbox', { name });
    await box('X @grace_h').waitFor();
    expect(await box('X @grace_h').isChecked(), 'X is preselected').to.equal(true);
    expect(await box('Threads @grace_t').isChecked(), 'Threads is preselected').to.equal(true);
    await page.getByRole('button', { name: 'image: a fox to post' }).click();
    const caption = (name: string) => page.getByRole('textbox', { name, exact: true });
    await caption('Caption').fill('A fox '.repeat(50));
    await page.getByText('X: 300 of 280 characters used.').waitFor({ state: 'attached' });
    await page.getByText('The caption is too long for X').waitFor({ state: 'attached' });
    await caption('Caption').fill('A fox');
    await box('Customize per platform').check();
    await untilValue(caption('Caption for X'), 'A fox');
    await caption('Caption for Threads').fill('A fox, at length');
    await page.getByText('Threads: 16 of 500 characters used.').waitFor({ state: 'attached' });
    await page.getByLabel('Time').fill(await tomorrow());
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('img', { name: 'Shape on Threads' }).waitFor();
    await dashboard.settle(page);
    // The server stores the post of Threads, but its response is lost.
    await page.route('**/social/posts', async (route) => {
      if (!route.request().postData()?.includes('"threads"')) return await route.continue();
      await route.fetch();
      return await route.abort();
    });
    dashboard.browser.expectError(/ERR_FAILED/);
    await page.getByRole('button', { name: /^Schedule for 2 credits/ }).click();
    await dialog('New post').getByText('No response from the server').waitFor();
    await dashboard.settle(page);
    await page.unroute('**/social/posts');
    await page.getByRole('button', { name: 'Retry failed posts' }).click();
    await page.getByText('2 posts scheduled.').waitFor();
    const sent = (await readPosts()).map((post) => [post.platforms, post.caption]);
    expect(sent).to.have.deep.members([
      [['twitter'], 'A fox'],
      [['threads'], 'A fox, at length'],
    ]);
    await page.getByRole('tab', { name: 'Posts' }).click();
    const card = page.getByRole('tabpanel', { name: 'Posts' }).getByText('A fox, at length');
    await card.waitFor();
    await page.getByRole('link', { name: 'Duplicate' }).first().click();
    await dialog('New post').getByRole('textbox', { name: 'Caption' }).waitFor();
    expect(await caption('Caption').inputValue()).to.match(/^A fox/);
    await page.getByRole('button', { name: 'image: a fox to post', pressed: true }).waitFor();
    await dashboard.settle(page);
  });

  /** Returns the month after the next one, whose days are all in the future. */
  const laterMonth = () => {
    const now = new Date();
    const first = new Date(now.getFullYear(), now.getMonth() + 2, 1);
    return `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}`;
  };

  /** Schedules a post, and returns its path. */
  const plan = async (at: string): Promise<string> => {
    const generation = await dashboard.queued(customer, 'a fox to post');
    await dashboard.finished(customer, generation);
    const body = {
      character_id: character,
      platforms: ['twitter'],
      generation_ids: [generation],
      caption: 'A fox',
      scheduled_at: new Date(at).toISOString(),
    };
    const made = await customer.client.call<{ id: string }>('POST', '/v1/social/posts', { body });
    expect(made.status, made.text).to.equal(201);
    return `/v1/social/posts/${made.body.id}`;
  };
  const slot = (name: string) => page.locator(`[data-slot="${name}"]`);
  const entry = (name: string, time: string) =>
    slot(name).getByRole('link', { name: new RegExp(`^${time}`) });

  it('move a post by dragging it, undo the move, and say why a move was refused', async () => {
    await begin();
    await connect();
    const month = laterMonth();
    const path = await plan(`${month}-10T12:30`);
    await dashboard.show(page, `/social?view=calendar&month=${month}`);
    await entry(`${month}-10`, '12:30').dragTo(slot(`${month}-20`));
    await entry(`${month}-20`, '12:30').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await entry(`${month}-10`, '12:30').waitFor();
    // The page shows the move before it is stored, and a navigation would abort the request.
    const first = new Date(`${month}-10T12:30`).toISOString();
    await until('the undo is stored', async () => (await readPosts())[0]?.scheduled_at === first);
    await dashboard.settle(page);
    await dashboard.show(page, `/social?view=calendar&week=${month}-10`);
    await entry(`${month}-10 12`, '12:30').dragTo(slot(`${month}-10 15`));
    await entry(`${month}-10 15`, '15:30').waitFor();
    await page.getByText(/^Post moved to/).waitFor();
    const [moved] = await readPosts();
    expect(moved?.scheduled_at).to.equal(new Date(`${month}-10T15:30`).toISOString());
    // Without the notification, which would cover the end of the week.
    await dashboard.show(page, `/social?view=calendar&week=${month}-10`);
    // Another member cancels the post while it is moved.
    await page.route('**/social/posts/pst_*', async (route) => {
      if (route.request().method() === 'PATCH') {
        const cancelled = await customer.client.call('POST', `${path}/cancel`);
        expect(cancelled.status, cancelled.text).to.equal(200);
      }
      await route.continue();
    });
    dashboard.browser.expectError(/status of 409/);
    await entry(`${month}-10 15`, '15:30').dragTo(slot(`${month}-10 18`));
    await page.getByText('The post keeps its time').waitFor();
    await entry(`${month}-10 15`, '15:30').getByText('cancelled').waitFor();
    await untilCount(entry(`${month}-10 18`, '18:30'), 0);
  });

  for (const device of DEVICES) {
    it(`plan posts in the month and in the week: ${nameOf(device)}`, async () => {
      await begin(device);
      await connect();
      const month = laterMonth();
      await plan(`${month}-10T12:30`);
      await dashboard.show(page, `/social?view=calendar&month=${month}`);
      await page.getByRole('link', { name: 'Week', exact: true }).click();
      await page.waitForURL(`**week=${month}-01`);
      await dashboard.settle(page);
      await page
        .getByRole('link', { name: /^New post on .* 1, / })
        .first()
        .click();
      await dialog('New post').getByLabel('Time').waitFor();
      await untilValue(page.getByLabel('Time'), `${month}-01T10:00`);
      await page.keyboard.press('Escape');
      await dialog('New post').waitFor({ state: 'hidden' });
      await dashboard.show(page, `/social?view=calendar&week=${month}-10`);
      await entry(`${month}-10 12`, '12:30').press('Enter');
      await dialog('Edit post').getByLabel('Time').fill(`${month}-10T08:15`);
      await dashboard.settle(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await entry(`${month}-10 8`, '08:15').click();
      await dialog('Edit post').getByRole('button', { name: 'Cancel post' }).click();
      await dialog('Cancel post?').getByRole('button', { name: 'Cancel post' }).click();
      await entry(`${month}-10 8`, '08:15').getByText('cancelled').waitFor();
      await dashboard.settle(page);
    });
  }

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
