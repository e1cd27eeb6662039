import { createFinishedWav } from '@media-platform/stand-ins/providers/openai/speech-sounds.js';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { addMember } from '../../domain/accounts/add-member.js';
import type { CharacterBody } from '../../domain/contract/character.js';
import { createId } from '../../domain/contract/ids.js';
import type { VoiceBody } from '../../domain/contract/voice.js';
import type { Customer } from '../api/suite.js';
import { CLONE, cloneHere } from '../support/clone-here.js';
import { squareUrl } from '../support/data-url.js';
import { DEVICES, nameOf } from './browser.js';
import { useDashboard, type Dashboard } from './dashboard.js';
import { untilCount, untilValue } from './waits.js';

const { name, consent } = CLONE;
const REFUSED = /400.*voices/;

/** Opens the form that clones a voice, and fills it in except the last check box. */
async function fillForm(dashboard: Dashboard, page: Page, seconds: number): Promise<Locator> {
  await dashboard.show(page, '/voices');
  await page.getByRole('button', { name: 'Clone a voice' }).click();
  const form = page.getByRole('dialog', { name: 'Clone a voice' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  const buffer = createFinishedWav(seconds);
  const file = { name: 'maria.wav', mimeType: 'audio/wav', buffer };
  await form.locator('input[type=file]').setInputFiles(file);
  await form.getByText('maria.wav').waitFor();
  await form.getByRole('textbox', { name: 'Speaker' }).fill(consent.speaker);
  await form.getByRole('textbox', { name: 'Consent' }).fill(consent.statement);
  return form;
}

const send = async (form: Locator) => {
  await form.getByRole('checkbox', { name: 'I have the consent of this person' }).check();
  await form.getByRole('button', { name: 'Clone voice' }).click();
};

const listCloned = async ({ client }: Customer): Promise<readonly VoiceBody[]> =>
  (await client.get<{ data: VoiceBody[] }>('/v1/voices?type=cloned')).body.data;

describe('cloned voices in a browser', () => {
  const dashboard = useDashboard({}, cloneHere);

  const character = async ({ client }: Customer): Promise<() => Promise<CharacterBody>> => {
    const body = { name: 'Ava', gender: 'female', images: [squareUrl(512)] };
    const made = await client.call<CharacterBody>('POST', '/v1/characters', { body });
    expect(made.status, made.text).to.equal(201);
    return async () => (await client.get<CharacterBody>(`/v1/characters/${made.body.id}`)).body;
  };

  for (const device of DEVICES) {
    it(`are made with consent, assigned to a character and deleted: ${nameOf(device)}`, async () => {
      const customer = await dashboard.customer();
      const ava = await character(customer);
      const page = await dashboard.visitAs(customer, device);
      const form = await fillForm(dashboard, page, 6);
      await dashboard.settle(page);
      await form.getByRole('button', { name: 'Clone voice' }).click();
      await untilCount(form.locator('input[type=checkbox]:invalid'), 1);
      await send(form);
      await page.getByText(`${name} is now one of your voices.`).waitFor();
      await form.waitFor({ state: 'hidden' });
      const card = page.getByRole('region', { name: 'Your voices' }).getByRole('article', { name });
      await card.getByText('Consent', { exact: true }).click();
      await card.getByText(`${consent.speaker}: “${consent.statement}”`).waitFor();
      await dashboard.settle(page);
      const [voice] = await listCloned(customer);
      expect(voice).to.deep.include({ name, gender: 'female', language: 'en' });
      expect(await card.locator('audio').getAttribute('src')).to.equal(voice?.preview_url);

      await page.getByRole('textbox', { name: 'Search voices' }).fill(name);
      await untilCount(page.getByRole('region', { name: 'Preset voices' }), 0);
      await card.getByRole('button', { name: 'Assign' }).click();
      await page.getByRole('combobox', { name: 'Character' }).click();
      await page.getByRole('option', { name: 'Ava' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await card.getByText('Used by Ava.').waitFor();
      expect((await ava()).voice_key).to.equal(voice?.voice_key);

      await card.getByRole('button', { name: `Delete ${name}` }).click();
      const question = page.getByRole('dialog', { name: `Delete ${name}?` });
      await question.getByText(/Characters with this voice get the default voice/).waitFor();
      await dashboard.settle(page);
      await question.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'No voices found' }).waitFor();
      expect(await listCloned(customer)).to.deep.equal([]);
      expect((await ava()).voice_key).to.equal(null);
      await page.getByRole('link', { name: 'Show all voices' }).click();
      await page.getByRole('region', { name: 'Preset voices' }).waitFor();
      await untilCount(page.getByRole('region', { name: 'Your voices' }), 0);
    });
  }

  it('are the first choices of a voice', async () => {
    const customer = await dashboard.customer({ credits: 100 });
    const made = await customer.client.call<VoiceBody>('POST', '/v1/voices', { body: CLONE });
    expect(made.status, made.text).to.equal(201);
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/speech');
    await page.getByRole('combobox', { name: 'Voice' }).click();
    const own = page.getByRole('group', { name: 'Your voices' });
    await own.getByRole('option', { name: `${name} · female, British English` }).click();
    await page.locator(`audio[aria-label="${name} sample"]`).waitFor();
    const quoted = page.waitForRequest(/\/app\/api\/quote$/);
    await page.getByRole('textbox', { name: 'Text' }).fill('Good morning.');
    expect((await quoted).postDataJSON()).to.include({ voice_key: made.body.voice_key });
    await page
      .getByText(/^\d+ credits?$/)
      .first()
      .waitFor();
    await dashboard.settle(page);
  });

  it('are not made from a recording that is too short', async () => {
    const customer = await dashboard.customer();
    const page = await dashboard.visitAs(customer);
    const form = await fillForm(dashboard, page, 4);
    dashboard.browser.expectError(REFUSED);
    await send(form);
    await form.getByText('The recording lasts 4 seconds; 5 to 60 are needed.').waitFor();
    await untilValue(form.getByRole('textbox', { name: 'Name' }), name);
    // The message has moved the form, so the mouse may be over a button with a tooltip.
    await page.mouse.move(0, 0);
    await dashboard.settle(page);
    expect(await listCloned(customer)).to.deep.equal([]);
  });

  it('are shown to viewers without the buttons that change them', async () => {
    const customer = await dashboard.customer();
    for (const body of [CLONE, { ...CLONE, name: 'Jan' }]) {
      const made = await customer.client.call('POST', '/v1/voices', { body });
      expect(made.status, made.text).to.equal(201);
    }
    const [id, { accountId }] = [createId('mem'), customer];
    await addMember(dashboard.db.manager, { id, accountId, name: 'Ada', role: 'viewer' });
    const page = await dashboard.visitAs({ accountId, memberId: id });
    await dashboard.show(page, '/voices');
    const card = page.getByRole('article', { name });
    await card.getByText('Consent', { exact: true }).waitFor();
    await dashboard.settle(page);
    for (const button of ['Clone a voice', `Delete ${name}`, 'Assign']) {
      await untilCount(page.getByRole('button', { name: button }), 0);
    }
  });
});

describe('cloned voices in a browser without a provider that clones', () => {
  const dashboard = useDashboard();

  it('are refused with the provider to configure', async () => {
    const page = await dashboard.visitAs(await dashboard.customer());
    const form = await fillForm(dashboard, page, 6);
    dashboard.browser.expectError(REFUSED);
    await send(form);
    const notice = form.getByRole('alert');
    await notice.getByText(/no configured provider clones voices.* fal /).waitFor();
    await dashboard.settle(page);
  });
});
