import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { QuoteBody } from '../../domain/contract/quote.js';
import type { Customer } from '../api/suite.js';
import { useDashboard } from './dashboard.js';
import { untilCount, untilValue } from './waits.js';

const SCRIPT = 'Welcome to our shop.';
/** Takes about 7 seconds to speak, so that only some clips are long enough. */
const LONG_SCRIPT = 'Welcome to our new shop. It opens on Monday morning, and the coffee is free.';

describe("the playground's script in a browser", () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  beforeEach(async () => {
    customer = await dashboard.customer({ credits: 1_000 });
    page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/playground');
    await page.getByText('Video', { exact: true }).click();
    await prompt().fill('a baker in her shop');
  });

  const prompt = () => page.getByRole('textbox', { name: 'Prompt' });
  const script = () => page.getByRole('textbox', { name: 'Script' });
  const voice = () => page.getByRole('combobox', { name: 'Voice' });
  const choose = async (field: string, option: string | RegExp) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const quote = async (body: object) => {
    const answer = await customer.client.call<QuoteBody>('POST', '/v1/quote', { body, idem: null });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.credits;
  };

  it('is sent with its voice for the quoted price, and shown with the result', async () => {
    await choose('Model', 'Grok Imagine 1.5');
    await page.getByText('480p', { exact: true }).click();
    await script().fill(SCRIPT);
    await page.getByText('About 2 s of speech · clip of 2 s').waitFor();
    await choose('Voice', /^Grace/);
    await page.locator('audio[aria-label="Grace sample"]').waitFor();
    await choose('Language', 'English');
    const spoken = { script: SCRIPT, voice_key: 'grace', language: 'en' };
    const body = { ...spoken, prompt: 'a baker in her shop' };
    const price = await quote({
      type: 'video',
      model: 'grok-imagine-1.5',
      resolution: '480p',
      ...body,
    });
    await page.getByText(`${price} credits`, { exact: true }).waitFor();
    await dashboard.settle(page);
    await page.reload();
    await untilValue(script(), SCRIPT);
    await untilValue(voice(), 'Grace · female, American English');
    await untilValue(page.getByRole('combobox', { name: 'Language' }), 'English');
    await page.getByText(`${price} credits`, { exact: true }).waitFor();
    const sent = page.waitForRequest(/\/app\/api\/videos$/);
    await page.getByRole('button', { name: 'Generate' }).click();
    expect((await sent).postDataJSON()).to.include(body);
    await page.getByRole('link', { name: 'Details' }).waitFor();
    const { body: list } = await customer.client.get<{ data: { id: string }[] }>('/v1/generations');
    const { id, credits } = await dashboard.finished(customer, list.data[0]?.id ?? '');
    expect(credits).to.equal(price);
    await dashboard.show(page, `/library/${id}`);
    await page.getByText('Completed', { exact: true }).waitFor();
    for (const text of [SCRIPT, 'Grace', 'English']) {
      await page.getByRole('definition').getByText(text, { exact: true }).waitFor();
    }
    await page.getByRole('link', { name: 'Open in playground' }).click();
    await untilValue(script(), SCRIPT);
    await untilValue(voice(), 'Grace · female, American English');
  }).timeout(200_000);

  it('that is too long for the clip is refused at its field', async () => {
    await script().fill(LONG_SCRIPT);
    await page.getByText('About 7 s of speech · clip of 8 s').waitFor();
    await page.getByText(/refunded if it fails$/).waitFor();
    await page.getByText('4 s', { exact: true }).click();
    dashboard.browser.expectError(/400.*quote/);
    const problem =
      'The script takes about 7 seconds to speak, and the clip has 4; use duration 8, or shorten it.';
    await page.getByText(problem).waitFor();
    expect(await script().getAttribute('aria-invalid')).to.equal('true');
    await dashboard.settle(page);
    await page.getByText('8 s', { exact: true }).click();
    await page.getByText(/refunded if it fails$/).waitFor();
    await untilCount(page.getByText(problem), 0);
  });

  it('is not offered for motion clips', async () => {
    await script().fill(SCRIPT);
    await choose('Model', 'Kling 3.0 Motion Control');
    await page.getByText('Add a motion clip to see the price').waitFor();
    await untilCount(script(), 0);
    await page.getByRole('tab', { name: 'API request' }).click();
    const code = page.getByRole('region', { name: 'request as curl' });
    expect(await code.textContent()).not.to.include('"script"');
  });
});
