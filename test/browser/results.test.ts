import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { until } from '../support/until.js';
import { useDashboard } from './dashboard.js';
import { holds, untilCount } from './waits.js';

describe('a result in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  beforeEach(async () => {
    customer = await dashboard.customer({ credits: 1_000 });
    page = await dashboard.visitAs(customer);
  });

  const make = async (prompt: string) => {
    const { body, text, status } = await customer.client.image({ prompt, aspect_ratio: '16:9' });
    expect(status, text).to.equal(202);
    await dashboard.finished(customer, body.id);
    return body.id;
  };
  /**
   * Follows a link from a result to the playground.
   * @returns the request that the form sends
   */
  const follow = async (id: string, name: string) => {
    await dashboard.show(page, `/library/${id}`);
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name: 'Playground', level: 1 }).waitFor();
    await page.getByRole('tab', { name: 'API request' }).click();
    await dashboard.settle(page);
    return (await page.getByRole('region', { name: 'request as curl' }).textContent()) ?? '';
  };
  const price = () => page.getByText(/refunded if it fails$/);

  it('can become the first frame of a video, an image to edit or a reference', async () => {
    const id = await make('a red fox in snow');
    expect(await follow(id, 'Animate')).to.match(/v1\/videos[^]*"start_frame": "http\S+\.webp"/);
    await price().waitFor();
    const edit = await follow(id, 'Edit');
    expect(edit).to.match(/v1\/images[^]*"aspect_ratio": "16:9"[^]*"scene_image": "http\S+\.webp"/);
    await page.getByRole('textbox', { name: 'Prompt' }).fill('at night');
    await price().waitFor();
    expect(await follow(id, 'Use as reference')).to.match(
      /"prompt": "at night"[^]*"reference_images"[^]*"image": "http\S+\.webp"/,
    );
    await price().waitFor();
    await follow(id, 'Variations');
    await page.getByText('8 credits', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Generate' }).click();
    await untilCount(page.getByRole('img', { name: 'a red fox in snow' }), 4);
    await dashboard.settle(page);
  });

  it('can become the media of a new post', async () => {
    const id = await make('a fox to post');
    await dashboard.show(page, `/library/${id}`);
    await page.getByRole('link', { name: 'Post', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New post' });
    await dialog.getByRole('button', { name: 'image: a fox to post', pressed: true }).waitFor();
    await dashboard.settle(page);
    await page.keyboard.press('Escape');
    await untilCount(dialog, 0);
    expect(new URL(page.url()).search).to.equal('');
  });

  it('can be enlarged, zoomed and compared by keyboard', async () => {
    await dashboard.show(page, '/playground');
    await page.getByRole('textbox', { name: 'Prompt' }).fill('a red fox');
    await page.getByRole('radiogroup', { name: 'Count' }).getByText('2').click();
    await page.getByRole('button', { name: 'Generate' }).click();
    await untilCount(page.getByRole('img', { name: 'a red fox' }), 2);
    const opener = page.getByRole('button', { name: 'Enlarge image' }).first();
    await opener.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'a red fox' });
    await dialog.getByText('1 of 2').waitFor();
    await dashboard.settle(page);
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('2 of 2').waitFor();
    await dialog.getByRole('button', { name: 'Zoom in' }).click();
    await dialog.getByRole('button', { name: 'Zoom out' }).waitFor();
    await dashboard.settle(page);
    await page.keyboard.press('Escape');
    await untilCount(dialog, 0);
    await holds(
      page,
      `document.querySelector('[aria-label="Enlarge image"]') === document.activeElement`,
    );
  });

  it('opens its neighbors with the arrow keys', async () => {
    const [oldest, middle, newest] = [
      await make('a fox'),
      await make('an owl'),
      await make('a whale'),
    ];
    await dashboard.show(page, `/library/${middle}`);
    const isAt = (id: string) => until(id, async () => page.url().endsWith(id));
    await page.getByRole('link', { name: 'Next' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await isAt(oldest);
    await page.getByRole('img', { name: 'a fox' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await isAt(middle);
    await page.getByRole('link', { name: 'Previous' }).click();
    await isAt(newest);
    await untilCount(page.getByRole('link', { name: 'Previous' }), 0);
    await dashboard.settle(page);
  });
});
