import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { Customer } from '../api/suite.js';
import { squareUrl } from '../support/data-url.js';
import { until } from '../support/until.js';
import { untilCount } from './waits.js';
import { useDashboard } from './dashboard.js';

describe("a generation's page in a browser", () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  beforeEach(async () => {
    customer = await dashboard.customer();
    page = await dashboard.visitAs(customer);
  });

  const ask = async (body: object) => {
    const answer = await customer.client.image(body);
    expect(answer.status, answer.text).to.equal(202);
    return { id: answer.body.id, requestId: answer.headers.get('x-request-id') ?? '' };
  };
  const waterfall = () => page.getByRole('listitem').filter({ has: page.locator('[data-tone]') });

  it('follows progress through the stream instead of polling', async () => {
    const { id } = await ask({ prompt: 'a slow fox simulate:slow=6' });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(`/generations/${id}`)) asked.push(request.url());
    });
    // The page becomes idle only when the generation ends.
    await page.goto(`${dashboard.origin}/app/library/${id}`);
    await page.getByText('Generating').waitFor();
    await waterfall().filter({ hasText: 'Generate image running' }).waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    await waterfall().filter({ hasText: 'Store files done' }).waitFor();
    await page.getByRole('img', { name: 'a slow fox simulate:slow=6' }).waitFor();
    // The page requests the generation when it opens, when the stream opens, and at every step.
    expect(asked.length).to.be.below(9);
    await dashboard.settle(page);
  });

  it('shows each attempt with its outcome, and each webhook that was notified', async () => {
    const hook = await dashboard.webhook(customer, '/told');
    const { id, requestId } = await ask({ prompt: 'a fox simulate:provider_error=1' });
    await dashboard.finished(customer, id);
    await dashboard.delivery(customer, hook.id, ({ status }) => status === 'delivered');
    await dashboard.show(page, `/library/${id}`);
    const tries = waterfall().filter({ hasText: 'Generate image' });
    await tries.filter({ hasText: 'PROVIDER_ERROR' }).waitFor();
    await tries.filter({ hasText: 'done' }).getByText('attempt 2').waitFor();
    await page.getByText(requestId, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy id' }).first().waitFor();
    await dashboard.settle(page);
    await waterfall().getByRole('link', { name: 'Deliver webhook' }).click();
    await page.getByRole('button', { name: 'generation.completed' }).waitFor();
    expect(new URL(page.url()).pathname).to.equal(`/app/webhooks/${hook.id}`);
  });

  it('explains a failure with the next step, a link and the refund', async () => {
    const { id, requestId } = await ask({ prompt: 'a fox simulate:content_blocked' });
    await dashboard.finished(customer, id);
    await dashboard.show(page, `/library/${id}`);
    const notice = page.getByRole('alert');
    await notice.getByText('CONTENT_BLOCKED', { exact: true }).waitFor();
    await notice.getByText('2 credits refunded.').waitFor();
    await notice.getByText('Rephrase the prompt').waitFor();
    await page.getByText(requestId, { exact: true }).waitFor();
    await dashboard.settle(page);
    await notice.getByRole('link', { name: 'About CONTENT_BLOCKED' }).click();
    await page.getByRole('heading', { name: 'CONTENT_BLOCKED', level: 1 }).waitFor();
  });

  it('suggests no other model when part of a request was not used or the result differs', async () => {
    const square = squareUrl(64);
    const edited = { prompt: 'at night', edit: true, scene_image: square, character_image: square };
    const lines = [
      [await ask(edited), 'Part of the request was ignored', 'character_image is not used'],
      [await ask({ prompt: 'an axolotl' }), 'Continued with a change', 'does not know "axolotl"'],
    ] as const;
    for (const [{ id }, title, message] of lines) {
      await dashboard.finished(customer, id);
      await dashboard.show(page, `/library/${id}`);
      const line = page.locator('.mantine-Timeline-item').filter({ hasText: message });
      await line.getByText(title, { exact: true }).waitFor();
      await untilCount(page.getByText('Another model took over'), 0);
    }
  });

  it('runs the generation again for the displayed price and with a different seed', async () => {
    const { id } = await ask({ prompt: 'a fox', aspect_ratio: '1:1', seed: 7 });
    await dashboard.finished(customer, id);
    await dashboard.show(page, `/library/${id}`);
    await page.getByRole('button', { name: 'Run again' }).click();
    const question = page.getByRole('dialog', { name: 'Run again?' });
    await question.getByText('for 2 credits').waitFor();
    await dashboard.settle(page);
    await question.getByRole('button', { name: 'Run again' }).click();
    await until('the page of the new one', async () => !page.url().endsWith(id));
    await page.getByRole('img', { name: 'a fox' }).waitFor();
    await dashboard.settle(page);
    const list = await customer.client.get<{ data: GenerationBody[] }>('/v1/generations');
    const [again] = list.body.data;
    expect(again?.request).to.include({ prompt: 'a fox', aspect_ratio: '1:1' });
    expect(again?.request.seed).not.to.equal(7);
  });
});
