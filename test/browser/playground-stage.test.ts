import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { Customer } from '../api/suite.js';
import { until } from '../support/until.js';
import { useDashboard } from './dashboard.js';
import { untilCount, untilValue } from './waits.js';

describe("the playground's stage in a browser", () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  const start = async (options: Parameters<typeof dashboard.customer>[0], width = 1_400) => {
    customer = await dashboard.customer(options);
    page = await dashboard.visitAs(customer, { width });
    await dashboard.show(page, '/playground');
  };
  const prompt = () => page.getByRole('textbox', { name: 'Prompt' });
  const generate = () => page.getByRole('button', { name: 'Generate' });
  const frame = () => page.locator('[style*="--ratio"]').first();
  const isInView = (selector: string) =>
    page.evaluate<boolean>(`(() => {
      const { top, bottom } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    })()`);
  const readAll = async () => {
    const list = await customer.client.get<{ data: GenerationBody[] }>('/v1/generations');
    return list.body.data;
  };

  it('has the requested shape before, during and after the generation', async () => {
    await start({});
    await page.getByRole('combobox', { name: 'Aspect ratio' }).click();
    await page.getByRole('option', { name: '16:9' }).click();
    await prompt().fill('a red fox in snow');
    const before = await frame().boundingBox();
    expect((before?.width ?? 0) / (before?.height ?? 1)).to.be.closeTo(16 / 9, 0.02);
    await generate().click();
    await page.getByText(/^Generating|^Queued$/).waitFor();
    expect(await frame().boundingBox()).to.deep.equal(before);
    await page.getByRole('img', { name: 'a red fox in snow' }).waitFor();
    expect(await frame().boundingBox()).to.deep.equal(before);
    await dashboard.settle(page);
  });

  it('shows the step in progress and its percentage', async () => {
    await start({});
    await prompt().fill('a fox simulate:slow=6');
    await generate().click();
    await page.getByText('Generating the image').waitFor();
    await page.getByRole('progressbar', { name: 'Progress of the generation' }).waitFor();
    await page.getByRole('img', { name: 'a fox simulate:slow=6' }).waitFor();
    await dashboard.settle(page);
  });

  it('sends several generations by the keyboard, with different seeds, for the sum', async () => {
    await start({ credits: 100 });
    await prompt().fill('a red fox');
    await page.getByRole('textbox', { name: 'Seed' }).fill('7');
    await page.getByRole('radiogroup', { name: 'Count' }).getByText('4').click();
    await page.getByText('8 credits', { exact: true }).waitFor();
    await prompt().press('Control+Enter');
    await untilCount(page.getByRole('img', { name: 'a red fox' }), 4);
    await dashboard.settle(page);
    const seeds = (await readAll()).map(({ request }) => request.seed);
    expect(seeds).to.have.members([7, 8, 9, 10]);
    await page.reload();
    await untilCount(page.getByRole('img', { name: 'a red fox' }), 4);
    await page.getByRole('button', { name: 'image: a red fox' }).first().click();
    await untilCount(page.getByRole('img', { name: 'a red fox' }), 1);
  });

  it('marks the refused generation among several, and sends it again', async () => {
    await start({ plan: 'free' });
    await prompt().fill('a red fox simulate:slow=3');
    await page.getByRole('radiogroup', { name: 'Count' }).getByText('3').click();
    await generate().click();
    const refused = page.getByRole('alert').filter({ hasText: 'CONCURRENCY_LIMIT' });
    await refused.waitFor();
    const results = page.getByRole('img', { name: 'a red fox simulate:slow=3' });
    await untilCount(results, 2);
    await dashboard.settle(page);
    expect(await readAll()).to.have.length(2);
    await refused.getByRole('button', { name: 'Try again' }).click();
    await untilCount(refused, 0);
    await untilCount(results, 3);
    dashboard.browser.expectError(/429.*images/);
  });

  it('explains that the built-in renderer drew a stand-in, and how to get a real result', async () => {
    await start({});
    await prompt().fill('a purple octopus playing chess');
    await generate().click();
    const notice = page.getByRole('alert').filter({ hasText: 'drew a stand-in' });
    await notice.getByText('does not know "octopus chess"').waitFor();
    await dashboard.settle(page);
    await notice.getByRole('link', { name: 'How to connect a provider' }).click();
    await page.getByRole('heading', { name: 'Providers', level: 1 }).waitFor();
  });

  it('offers examples that the built-in renderer can draw', async () => {
    await start({});
    const examples = page.getByRole('button', { name: /^an? / });
    await untilCount(examples, 4);
    for (const text of await examples.allTextContents()) {
      const sent = await customer.client.image({ prompt: text });
      await dashboard.finished(customer, sent.body.id);
    }
    expect((await readAll()).flatMap(({ timeline }) => timeline)).to.deep.equal([]);
    const [first = ''] = await examples.allTextContents();
    await examples.first().click();
    await untilValue(prompt(), first);
  });

  it('keeps Generate and the result in view on a phone', async () => {
    await start({}, 360);
    await prompt().fill('a red fox in snow');
    await page.evaluate('scrollTo(0, 0)');
    expect(await isInView('button[aria-keyshortcuts]'), 'Generate').to.equal(true);
    await generate().click();
    await page.getByRole('img', { name: 'a red fox in snow' }).waitFor();
    await until('the result in view', () => isInView('img[alt="a red fox in snow"]'));
    await dashboard.settle(page);
  });
});
