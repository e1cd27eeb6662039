import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { until } from '../support/until.js';
import { useDashboard } from './dashboard.js';
import { holds, untilCount, untilValue } from './waits.js';
import { saveSubjects } from './subjects.js';

const DAY_MS = 86_400_000;
const VIDEO_MODEL = 'kling-3.0';

describe('the browser library page', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;
  let ava = '';

  before('creates an account with five generations', async () => {
    customer = await dashboard.customer();
    await saveSubjects(customer, 'Ava');
    const people = await customer.client.get<{ data: { id: string }[] }>('/v1/characters');
    ava = people.body.data[0]?.id ?? '';
    const sent = [
      await customer.client.image({ prompt: 'a red fox' }),
      await customer.client.image({ prompt: 'a blue whale' }),
      await customer.client.image({ prompt: 'fails simulate:content_blocked' }),
      await customer.client.image({ prompt: 'a portrait', character_id: ava }),
      await customer.client.video({ prompt: 'a fox runs', model: VIDEO_MODEL }),
    ];
    for (const { body, text } of sent) {
      expect(body.id, text).to.be.a('string');
      await dashboard.finished(customer, body.id);
    }
    // Moves the generation to the day before yesterday.
    const at = new Date(Date.now() - 2 * DAY_MS);
    const move = "UPDATE generation SET created_at = $2 WHERE id = $1 AND status = 'completed'";
    await dashboard.db.query(move, [sent[1]?.body.id, at]);
  });

  beforeEach(async () => {
    page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/library');
  });

  const tiles = () => page.getByRole('link', { name: /^(image|video), / });
  const shows = (count: number) => untilCount(tiles(), count);
  const select = (prompt: string) =>
    page.getByRole('checkbox', { name: `Select image: ${prompt}` }).check();
  const searched = () => new URL(page.url()).searchParams;
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  /** Formats a day in the time zone of the page. */
  const dayOf = (at: number) =>
    page.evaluate<string>(
      `(() => { const day = new Date(${at}); return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-'); })()`,
    );

  it('keeps its scroll position when the user comes back', async () => {
    await page.setViewportSize({ width: 360, height: 400 });
    await tiles().last().hover();
    const place = await page.evaluate<number>('scrollY');
    expect(place).to.be.greaterThan(100);
    await tiles().last().click();
    await page.getByRole('heading', { name: 'Image', level: 1 }).waitFor();
    await page.goBack();
    await shows(5);
    await holds(page, `scrollY === ${place}`);
  });

  it('keeps its filters in the URL across a reload', async () => {
    await shows(5);
    await page.getByRole('textbox', { name: 'Search prompts' }).fill('whale');
    await shows(1);
    expect(searched().get('q')).to.equal('whale');
    await page.reload();
    await page.getByRole('link', { name: 'image, completed: a blue whale' }).waitFor();
    await shows(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await shows(5);
    await untilValue(page.getByRole('textbox', { name: 'Search prompts' }), '');
    await dashboard.settle(page);
  });

  const CASES = [
    { label: 'Type', option: 'video', name: 'type', value: () => 'video', count: 1 },
    { label: 'Status', option: 'failed', name: 'status', value: () => 'failed', count: 1 },
    { label: 'Model', option: VIDEO_MODEL, name: 'model', value: () => VIDEO_MODEL, count: 1 },
    { label: 'Character', option: 'Ava', name: 'character', value: () => ava, count: 1 },
  ] as const;

  for (const { label, option, name, value, count } of CASES) {
    it(`filters by ${label.toLowerCase()}`, async () => {
      await shows(5);
      await choose(label, option);
      await shows(count);
      expect(searched().get(name)).to.equal(value());
      await dashboard.settle(page);
    });
  }

  it('filters by a number of days', async () => {
    await shows(5);
    const then = await dayOf(Date.now() - 2 * DAY_MS);
    await page.getByLabel('To date').fill(then);
    await shows(1);
    expect(searched().get('to')).to.equal(then);
    await page.getByLabel('From date').fill(await dayOf(Date.now() - DAY_MS));
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await dashboard.settle(page);
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await shows(5);
    expect([...searched()]).to.deep.equal([]);
  });

  it('can be filtered with the keyboard, and in a drawer on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('button', { name: 'Filters' }).focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByRole('combobox', { name: 'Type' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'video' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until('the address', async () => searched().get('type') === 'video');
    await dashboard.settle(page);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
    await shows(1);
    await dashboard.settle(page);
  });

  it('plays a clip on hover and focus, and otherwise shows its poster', async () => {
    const clip = page.getByRole('link', { name: 'video, completed: a fox runs' });
    await clip.locator('img').waitFor();
    await untilCount(clip.locator('video'), 0);
    await clip.hover();
    await clip.locator('video').waitFor();
    await page.mouse.move(0, 0);
    await clip.locator('video').waitFor({ state: 'detached' });
    await clip.focus();
    await clip.locator('video').waitFor();
    await holds(page, "document.querySelector('video')?.readyState > 0");
    await dashboard.settle(page);
  });

  it('shows a generation that was started elsewhere immediately, and then its outcome', async () => {
    await shows(5);
    await customer.client.image({ prompt: 'a newcomer simulate:slow=2' });
    await page.getByRole('link', { name: /^image, (queued|processing): a newcomer/ }).waitFor();
    await page
      .getByRole('link', { name: 'image, completed: a newcomer simulate:slow=2' })
      .waitFor();
    await shows(6);
    await dashboard.settle(page);
  });

  it('downloads the selected files as one archive', async () => {
    await select('a red fox');
    await select('a blue whale');
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    const archive = await coming;
    expect(archive.suggestedFilename()).to.match(/\.zip$/);
    const bytes = await readFile(await archive.path());
    expect(bytes.subarray(0, 2).toString()).to.equal('PK');
    const entries = bytes.toString('latin1').split('PK\u0001\u0002').length - 1;
    expect(entries).to.equal(2);
    await dashboard.settle(page);
  });

  it('selects a range with Shift, and all generations with Select all', async () => {
    const bar = page.getByRole('region', { name: 'Selection' });
    await select('a portrait');
    await page
      .getByRole('checkbox', { name: 'Select image: a red fox' })
      .click({ modifiers: ['Shift'] });
    await bar.getByText('3 selected').waitFor();
    await bar.getByRole('button', { name: /^Select all / }).click();
    await bar.getByText(`${await tiles().count()} selected`).waitFor();
    await dashboard.settle(page);
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await bar.waitFor({ state: 'hidden' });
  });

  it('deletes the selected generations after a confirmation', async () => {
    const before = (await customer.client.get<{ data: unknown[] }>('/v1/generations')).body.data;
    await shows(before.length);
    await select('a red fox');
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 1 generation?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await shows(before.length);
    await page.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.waitFor({ state: 'hidden' });
    await shows(before.length - 1);
    await dashboard.settle(page);
    const left = await customer.client.get<{ data: unknown[] }>('/v1/generations');
    expect(left.body.data).to.have.length(before.length - 1);
  });
});
