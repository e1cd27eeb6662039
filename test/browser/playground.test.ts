import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { holds, useDashboard } from './dashboard.js';
import { photo } from './subjects.js';

describe('the playground in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  beforeEach(async () => {
    customer = await dashboard.customer({ credits: 1_000 });
    page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/playground');
  });

  const balance = async () => {
    const answer = await customer.client.get<{ credits: { total: number } }>('/v1/account');
    return answer.body.credits.total;
  };
  const prompt = () => page.getByRole('textbox', { name: 'Prompt' });
  const generate = () => page.getByRole('button', { name: 'Generate' });

  it('makes an image for its price, and leads to its page', async () => {
    await prompt().fill('a red fox in snow');
    await page.getByText('2 credits', { exact: true }).waitFor();
    await generate().click();
    await page.getByRole('img', { name: 'a red fox in snow' }).waitFor();
    await dashboard.settle(page);
    expect(await balance()).to.equal(998);
    await page.getByRole('link', { name: 'Details' }).click();
    await page.getByRole('heading', { name: 'Image', level: 1 }).waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    await dashboard.settle(page);
  });

  it('gives the credits of a failure back, and says so', async () => {
    await prompt().fill('a fox that fails');
    await page.getByRole('button', { name: 'Try failures' }).click();
    await page.getByRole('checkbox', { name: 'Upstream refuses the content: refund' }).check();
    await generate().click();
    await page.getByText('2 credits refunded.').waitFor();
    await dashboard.settle(page);
    expect(await balance()).to.equal(1_000);
    await dashboard.show(page, '');
    await page.getByRole('link', { name: /^a fox that fails simulate/ }).waitFor();
  });

  it('takes a picture of the scene', async () => {
    await page.getByRole('button', { name: 'Characters, products and media' }).click();
    const file = { name: 'scene.jpg', mimeType: 'image/jpeg', buffer: await photo() };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByRole('img', { name: 'scene.jpg' }).waitFor();
    await dashboard.settle(page);
  });

  it('makes a video, which plays on its page', async () => {
    await page.getByText('Video', { exact: true }).click();
    await prompt().fill('a red fox runs');
    await generate().click();
    const clip = page.locator('video[aria-label="a red fox runs"]');
    await clip.waitFor();
    await dashboard.settle(page);
    await page.getByRole('link', { name: 'Details' }).click();
    await page.getByRole('heading', { name: 'Video', level: 1 }).waitFor();
    await holds(page, "document.querySelector('video')?.readyState > 0");
    await dashboard.settle(page);
  });
});
