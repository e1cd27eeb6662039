import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { addMember } from '../../domain/accounts/add-member.js';
import { createId } from '../../domain/contract/ids.js';
import { ProviderFailure } from '../../domain/ports/provider.js';
import { Passkey } from '../../entities/passkey.js';
import type { Customer } from '../api/suite.js';
import { signedIn } from '../support/person.js';
import { fakeProvider } from '../support/provider-fake.js';
import { expectNoScriptRan, useDashboard } from './dashboard.js';
import { photo, saveSubjects } from './subjects.js';

/** A text that would run as a script if the page did not escape it. */
const ATTACK = '"><img src=x data-attack onerror="attacked=1"><script>attacked=1</script>';
/** The part of `ATTACK` that fits into a name. */
const NAME = '<img src=x onerror=attacked=1>';

describe('the dashboard under script injection', () => {
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

  /** Shows a page with the text, and expects the text to be plain text. */
  const show = async (path: string, text: string) => {
    await dashboard.show(page, path);
    await page.getByText(text).first().waitFor();
    await expectNoScriptRan(page);
  };

  it('shows a prompt as text', async () => {
    const id = await dashboard.queued(customer, ATTACK);
    await dashboard.finished(customer, id);
    for (const path of ['', '/library', `/library/${id}`, `/playground?from=${id}`]) {
      await show(path, ATTACK);
    }
    await dashboard.show(page, `/library?q=${encodeURIComponent(ATTACK)}`);
    await expectNoScriptRan(page);
  });

  it("shows an upstream's message as text", async () => {
    const id = await dashboard.queued(customer, `refused ${ATTACK}`);
    await dashboard.finished(customer, id);
    await show(`/library/${id}`, ATTACK);
    for (const path of ['', '/library']) await show(path, `refused ${ATTACK}`);
  });

  it("shows a subject's name as text", async () => {
    await saveSubjects(customer, NAME);
    for (const path of ['/characters', '/products']) await show(path, NAME);
  });

  it('rejects a reference tag that is not a word', async () => {
    const image = `data:image/jpeg;base64,${(await photo()).toString('base64')}`;
    const answer = await customer.client.image({
      prompt: 'a red fox',
      reference_images: [{ image, tag: NAME }],
    });
    expect(answer.status, answer.text).to.equal(400);
    expect(answer.headers.get('content-type')).to.include('application/json');
  });

  it('shows a file name as text', async () => {
    await dashboard.show(page, '/characters');
    await page.getByRole('button', { name: 'New character' }).first().click();
    const file = { name: `${ATTACK}.jpg`, mimeType: 'image/jpeg', buffer: await photo() };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: `Remove ${file.name}` }).waitFor();
    await dashboard.settle(page);
    await expectNoScriptRan(page);
  });

  it('shows a browser and the names of members, keys, invitations and passkeys as text', async () => {
    const owner = await signedIn(dashboard.db, dashboard.api.url, customer);
    const save = async (path: string, body: object) => {
      const { status, text } = await owner.call('POST', `/app/api/${path}`, { body });
      expect(status, text).to.equal(201);
    };
    const { accountId } = customer;
    const memberId = createId('mem');
    await addMember(dashboard.db.manager, { id: memberId, accountId, name: ATTACK });
    await save('keys', { name: ATTACK });
    await save('invites', { name: `Eve ${ATTACK}`, role: 'viewer' });
    await signedIn(dashboard.db, dashboard.api.url, { accountId, memberId });
    const browser = 'UPDATE session SET browser = $2 WHERE account_id = $1';
    await dashboard.db.query(browser, [accountId, ATTACK]);
    const id = createId('psk');
    const device = { credentialId: id, publicKey: Buffer.from('none'), counter: '0' };
    const row = { ...device, id, accountId, memberId: null, name: ATTACK, transports: [] };
    await dashboard.db.manager.insert(Passkey, row);
    for (const path of ['/keys', '/team', '/settings']) await show(path, ATTACK);
    await page.getByRole('button', { name: `Remove ${ATTACK}` }).click();
    await page.getByRole('dialog').waitFor();
    await expectNoScriptRan(page);
    await dashboard.show(page, '/team');
    await page.getByRole('button', { name: `Remove ${ATTACK}` }).click();
    await page.getByRole('dialog', { name: `Remove ${ATTACK}?` }).waitFor();
    await dashboard.settle(page);
    await expectNoScriptRan(page);
    page = await dashboard.visitAs({ accountId, memberId });
    await show('', ATTACK);
  });

  it("shows an account's name as text to an operator", async () => {
    const { accountId } = customer;
    const set = 'UPDATE account SET name = $2 WHERE id = $1';
    await dashboard.db.query(set, [accountId, ATTACK]);
    page = await dashboard.visitAs({ accountId, operator: true });
    await show(`/admin?q=${accountId}`, ATTACK);
    await page.getByRole('button', { name: `Add credits to ${ATTACK}` }).click();
    await page.getByRole('dialog', { name: `Add credits to ${ATTACK}` }).waitFor();
    await expectNoScriptRan(page);
    const words = encodeURIComponent(ATTACK);
    await dashboard.show(page, `/admin?q=${words}&tab=${words}&state=${words}`);
    await expectNoScriptRan(page);
  });

  it("shows an endpoint's label and its response as text", async () => {
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
