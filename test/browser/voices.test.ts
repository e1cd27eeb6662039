import { expect } from 'chai';
import { squareUrl } from '../support/data-url.js';
import { DEVICES, nameOf } from './browser.js';
import { useDashboard } from './dashboard.js';

/** The part of an `audio` element that the test uses. */
interface Player extends EventTarget {
  readonly currentTime: number;
  readonly duration: number;
  readonly error: { readonly message: string } | null;
}

/** Waits in the page until a sample is playing or has failed. */
const waitUntilPlaying = (element: unknown) =>
  new Promise<{ duration: number; error: string | null }>((resolve) => {
    const audio = element as Player;
    const check = () => {
      if (audio.currentTime === 0 && audio.error === null) return;
      resolve({ duration: audio.duration, error: audio.error?.message ?? null });
    };
    audio.addEventListener('timeupdate', check);
    audio.addEventListener('error', check);
    check();
  });

describe('the voices page in a browser', () => {
  const dashboard = useDashboard();

  it('plays the sample of a voice', async () => {
    const page = await dashboard.visitAs(await dashboard.customer(), {});
    await dashboard.show(page, '/voices');
    const lena = page.getByRole('article', { name: 'Lena' });
    await lena.waitFor();
    expect(await lena.locator('audio').count(), 'samples of a German voice').to.equal(0);
    const sample = page.getByRole('article', { name: 'Grace' }).locator('audio');
    await sample.scrollIntoViewIfNeeded();
    // The browser draws the play button at the left end of its controls.
    await sample.click({ position: { x: 20, y: 20 } });
    const { duration, error } = await sample.evaluate(waitUntilPlaying);
    expect(error).to.equal(null);
    expect(duration).to.be.within(1, 10);
  });

  for (const device of DEVICES) {
    it(`finds a voice and assigns it to a character: ${nameOf(device)}`, async () => {
      const customer = await dashboard.customer();
      const body = { name: 'Ava', gender: 'female', images: [squareUrl(512)] };
      const path = '/v1/characters';
      const made = await customer.client.call<{ id: string }>('POST', path, { body });
      expect(made.status, made.text).to.equal(201);
      const list = await customer.client.get<{ data: { name: string; voice_key: string }[] }>(
        '/v1/voices',
      );
      const voice = list.body.data.at(-1);
      const page = await dashboard.visitAs(customer, device);
      await dashboard.show(page, '/voices');
      await page.getByText('Used by Ava.').waitFor();
      await page.getByRole('textbox', { name: 'Search voices' }).fill(voice?.name ?? '');
      const card = page.getByRole('article', { name: voice?.name ?? '' });
      await card.getByRole('button', { name: 'Assign' }).click();
      await page.getByRole('combobox', { name: 'Character' }).click();
      await page.getByRole('option', { name: 'Ava' }).click();
      await dashboard.settle(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await card.getByText('Used by Ava.').waitFor();
      await dashboard.settle(page);
      const { body: ava } = await customer.client.get<{ voice_key: string }>(
        `${path}/${made.body.id}`,
      );
      expect(ava.voice_key).to.equal(voice?.voice_key);
      await page.getByRole('textbox', { name: 'Search voices' }).fill('no voice is called so');
      await page.getByRole('heading', { name: 'No voices found' }).waitFor();
      await dashboard.settle(page);
    });
  }
});
