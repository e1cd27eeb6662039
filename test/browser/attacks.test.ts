import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ProviderFailure } from '../../domain/ports/provider.js';
import type { Customer } from '../api/suite.js';
import { fakeProvider } from '../support/provider-fake.js';
import { expectNoScriptRan, useDashboard } from './dashboard.js';
import { photo, saveSubjects } from './subjects.js';

/** A text that would be a part of the page, and run, if it were not shown as it is. */
const ATTACK = '"><img src=x data-attack onerror="attacked=1"><script>attacked=1</script>';
/** As much of it as a name may be long. */
const NAME = '<img src=x onerror=attacked=1>';

describe('texts that are scripts, in a browser', () => {
  const upstream = fakeProvider(({ prompt }) => {
    if (prompt.includes('refused')) throw new ProviderFailure('content_blocked', ATTACK, 422);
  });
  const providers = new Map([[upstream.name, upstream]]);
  const dashboard = useDashboard({ mediaDeps: { providers } });
  let customer: Customer;
  let page: Page;

  beforeEach(async () => {
    customer = await dashboard.customer();
    page = await dashboard.visitAs(customer);
  });

  /** Shows a page, on which the text stands, and expects it to be no more than text. */
  const show = async (path: string, text: string) => {
    await dashboard.show(page, path);
    await page.getByText(text).first().waitFor();
    await expectNoScriptRan(page);
  };

  it('a prompt stays a text', async () => {
    const id = await dashboard.queued(customer, ATTACK);
    await dashboard.finished(customer, id);
    for (const path of ['', '/library', `/library/${id}`, `/playground?from=${id}`]) {
      await show(path, ATTACK);
    }
    await dashboard.show(page, `/library?q=${encodeURIComponent(ATTACK)}`);
    await expectNoScriptRan(page);
  });

  it('what an upstream says stays a text', async () => {
    const id = await dashboard.queued(customer, `refused ${ATTACK}`);
    await dashboard.finished(customer, id);
    await show(`/library/${id}`, ATTACK);
    for (const path of ['', '/library']) await show(path, `refused ${ATTACK}`);
  });

  it('a name stays a text', async () => {
    await saveSubjects(customer, NAME);
    for (const path of ['/characters', '/products']) await show(path, NAME);
  });

  it('the tag of a reference is refused when it is no word', async () => {
    const image = `data:image/jpeg;base64,${(await photo()).toString('base64')}`;
    const answer = await customer.client.image({
      prompt: 'a red fox',
      reference_images: [{ image, tag: NAME }],
    });
    expect(answer.status, answer.text).to.equal(400);
    expect(answer.headers.get('content-type')).to.include('application/json');
  });

  it('the name of a file stays a text', async () => {
    await dashboard.show(page, '/characters');
    await page.getByRole('button', { name: 'New character' }).first().click();
    const file = { name: `${ATTACK}.jpg`, mimeType: 'image/jpeg', buffer: await photo() };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: `Remove ${file.name}` }).waitFor();
    await dashboard.settle(page);
    await expectNoScriptRan(page);
  });

  it('the label of an endpoint, and what it answers, stay texts', async () => {
    const hook = await dashboard.webhook(customer, '/attack', {
      description: ATTACK,
      reaction: (_, response) => void response.end(ATTACK),
    });
    await dashboard.emit(customer);
    await dashboard.delivery(customer, hook.id, ({ status }) => status === 'delivered');
    await show('/webhooks', ATTACK);
    await dashboard.show(page, `/webhooks/${hook.id}`);
    await page.getByRole('button', { name: 'credits.low' }).click();
    await page.getByText(ATTACK).waitFor();
    await expectNoScriptRan(page);
  });
});
