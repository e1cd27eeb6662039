import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { useDashboard } from './dashboard.js';
import { photo } from './subjects.js';
import { untilCount, untilValue } from './waits.js';

describe("the playground's draft in a browser", () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  beforeEach(async () => {
    customer = await dashboard.customer();
    page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/playground');
  });

  const prompt = () => page.getByRole('textbox', { name: 'Prompt' });
  const seed = () => page.getByRole('textbox', { name: 'Seed' });
  const ratio = () => page.getByRole('combobox', { name: 'Aspect ratio' });
  const media = () => page.getByRole('button', { name: 'Characters, products and media' });

  it('survives navigation and reload with its options and files, until it is reset', async () => {
    await prompt().fill('a red fox in snow');
    await seed().fill('7');
    await ratio().click();
    await page.getByRole('option', { name: '16:9' }).click();
    await media().click();
    const file = { name: 'scene.jpg', mimeType: 'image/jpeg', buffer: await photo() };
    await page.getByLabel('Scene', { exact: true }).setInputFiles(file);
    await page.getByRole('img', { name: 'scene.jpg' }).waitFor();
    await page.getByRole('link', { name: 'Characters' }).click();
    await page.getByRole('heading', { name: 'Characters', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Playground' }).click();
    await untilValue(prompt(), 'a red fox in snow');
    await page.reload();
    await untilValue(prompt(), 'a red fox in snow');
    await untilValue(seed(), '7');
    await untilValue(ratio(), '16:9');
    await page.getByRole('img', { name: 'scene.jpg' }).waitFor();
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'New seed' }).click();
    await untilValue(seed(), '');
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.reload();
    await untilValue(prompt(), '');
    await untilCount(page.getByRole('img', { name: 'scene.jpg' }), 0);
  });

  it('offers the prompts of earlier generations', async () => {
    await prompt().fill('a red fox');
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('img', { name: 'a red fox' }).waitFor();
    await prompt().fill('a blue whale');
    await page.reload();
    await page.getByRole('button', { name: 'Prompt history' }).click();
    await dashboard.settle(page);
    await page.getByRole('menuitem', { name: 'a red fox' }).click();
    await untilValue(prompt(), 'a red fox');
  });

  it('takes over a request without its seed, and keeps changes to it', async () => {
    const sent = await customer.client.image({ prompt: 'a lighthouse', seed: 7 });
    await dashboard.finished(customer, sent.body.id);
    await prompt().fill('a draft of my own');
    await dashboard.show(page, `/library/${sent.body.id}`);
    await page.getByRole('link', { name: 'Open in playground' }).click();
    await untilValue(prompt(), 'a lighthouse');
    await untilValue(seed(), '');
    expect(new URL(page.url()).search).to.equal('');
    await prompt().fill('a lighthouse at night');
    await page.reload();
    await untilValue(prompt(), 'a lighthouse at night');
    await page.getByRole('button', { name: 'Prompt history' }).click();
    await page.getByRole('menuitem', { name: 'a draft of my own' }).waitFor();
  });

  it('is deleted at sign-out, and never shown to another account', async () => {
    await prompt().fill('a secret plan');
    const kept = () => page.evaluate<string>('JSON.stringify(localStorage)');
    expect(await kept()).to.include('a secret plan');
    const other = await dashboard.visitAs(await dashboard.customer());
    const state = await page.context().storageState();
    await other.addInitScript(
      `for (const { name, value } of ${JSON.stringify(state.origins[0]?.localStorage ?? [])})
        localStorage.setItem(name, value);`,
    );
    await dashboard.show(other, '/playground');
    expect(await other.getByRole('textbox', { name: 'Prompt' }).inputValue()).to.equal('');
    await page.getByRole('button', { name: 'Owner' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await kept()).not.to.include('a secret plan');
  });
});
