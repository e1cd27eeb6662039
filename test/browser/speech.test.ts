import { expect } from 'chai';
import { addMember } from '../../domain/accounts/add-member.js';
import type { QuoteBody } from '../../domain/contract/quote.js';
import { createId } from '../../domain/contract/ids.js';
import type { SpeechBody } from '../../domain/contract/speech.js';
import { DEVICES, nameOf } from './browser.js';
import { useDashboard } from './dashboard.js';
import { untilCount } from './waits.js';

const TEXT = 'Good morning. The train leaves at nine.';

describe('the speech page in a browser', () => {
  const dashboard = useDashboard();

  for (const device of DEVICES) {
    it(`speaks a text for the quoted price, plays it and deletes it: ${nameOf(device)}`, async () => {
      const customer = await dashboard.customer({ credits: 100 });
      const page = await dashboard.visitAs(customer, device);
      await dashboard.show(page, '/speech');
      await page.getByRole('heading', { name: 'No speech yet' }).waitFor();
      await page.getByRole('textbox', { name: 'Text' }).fill(TEXT);
      await page.getByText('About 4 s of speech').waitFor();
      for (const [field, option] of [
        ['Voice', /^Grace/],
        ['Language', 'English'],
        ['Speed', '1.25×'],
        ['Format', 'MP3'],
      ] as const) {
        await page.getByRole('combobox', { name: field }).click();
        await page.getByRole('option', { name: option }).click();
      }
      await page.locator('audio[aria-label="Grace sample"]').waitFor();
      const voice = { voice_key: 'grace', language: 'en' };
      const body = { text: TEXT, ...voice, speed: 1.25, format: 'mp3' };
      const quote = await customer.client.call<QuoteBody>('POST', '/v1/quote', {
        body: { type: 'speech', ...body },
        idem: null,
      });
      const price = `${quote.body.credits} credit${quote.body.credits === 1 ? '' : 's'}`;
      await page.getByText(price, { exact: true }).waitFor();
      await dashboard.settle(page);
      const sent = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/app/api/speech'),
      );
      await page.getByRole('button', { name: 'Generate' }).click();
      expect((await sent).postDataJSON()).to.deep.equal(body);
      const card = page.getByRole('article', { name: TEXT });
      await card.getByText('completed', { exact: true }).waitFor();
      await card.getByText(/^Grace · 1.25× · MP3 · \d\.\d s · /).waitFor();
      const source = (await card.locator('audio').getAttribute('src')) ?? '';
      expect(await card.getByRole('link', { name: 'Download' }).getAttribute('href')).to.equal(
        source,
      );
      expect((await fetch(source)).headers.get('content-type')).to.equal('audio/mpeg');
      await dashboard.settle(page);
      await card.getByRole('button', { name: 'Delete this speech' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'No speech yet' }).waitFor();
      const list = await customer.client.get<{ data: SpeechBody[] }>('/v1/speech');
      expect(list.body.data).to.deep.equal([]);
    });
  }

  it('shows why speech failed and that it was refunded, to viewers without the form', async () => {
    const customer = await dashboard.customer({ credits: 100 });
    const body = { text: 'Good night. simulate:content_blocked' };
    const speak = (text: string) =>
      customer.client.call<SpeechBody>('POST', '/v1/speech', { body: { text } });
    expect((await speak(TEXT)).status).to.equal(202);
    const made = await speak(body.text);
    expect(made.status, made.text).to.equal(202);
    const ended = await customer.client.get<SpeechBody>(`/v1/speech/${made.body.id}?wait=60`);
    expect(ended.body.status).to.equal('failed');
    const [id, { accountId }] = [createId('mem'), customer];
    await addMember(dashboard.db.manager, { id, accountId, name: 'Ada', role: 'viewer' });
    const page = await dashboard.visitAs({ accountId, memberId: id });
    await dashboard.show(page, '/speech');
    const card = page.getByRole('article', { name: body.text });
    await card.getByText('failed', { exact: true }).waitFor();
    await card.getByText(/refunded$/).waitFor();
    await untilCount(page.getByRole('textbox', { name: 'Text' }), 0);
    await untilCount(card.getByRole('button', { name: 'Delete this speech' }), 0);
    await dashboard.settle(page);
  });
});
