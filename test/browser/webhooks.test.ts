import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { statusIs } from '../api/webhooks-rig.js';
import { useDashboard } from './dashboard.js';

describe('the webhooks page in a browser', () => {
  const dashboard = useDashboard();

  it('adds an endpoint and sends it a test event', async () => {
    const customer = await dashboard.customer();
    const url = dashboard.receiver.at('/shop');
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/webhooks');
    await page.getByRole('button', { name: 'Add endpoint' }).first().click();
    await page.getByRole('textbox', { name: 'URL' }).fill(url);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page
      .getByRole('region', { name: 'signing secret' })
      .getByText(/^whsec_/)
      .waitFor();
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    const [receipt] = await dashboard.receiver.received('/shop', 1);
    expect(receipt?.event.type).to.equal('generation.completed');
    await page.getByRole('button', { name: 'generation.completed' }).waitFor();
    await dashboard.settle(page);
  });

  it('shows the deliveries to callbacks, and the secret that signs them', async () => {
    const customer = await dashboard.customer();
    const url = dashboard.receiver.at('/done');
    const { body } = await customer.client.image({ prompt: 'a fox', webhook_url: url });
    await dashboard.complete(body.id);
    await dashboard.receiver.received('/done', 1);
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/webhooks');
    await page.getByText(url).waitFor();
    await page.getByRole('button', { name: 'generation.completed' }).click();
    await page.getByRole('button', { name: 'Resend' }).click();
    await dashboard.receiver.received('/done', 2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show secret' }).click();
    const shown = page.getByRole('region', { name: 'callback secret' }).getByText(/^whsec_/);
    const before = await shown.textContent();
    await page.getByRole('button', { name: 'Rotate callback secret' }).click();
    await page.getByRole('button', { name: 'Rotate secret', exact: true }).click();
    await page.getByText(before ?? '', { exact: true }).waitFor({ state: 'detached' });
    await shown.waitFor();
    await dashboard.settle(page);
  });

  it('shows a delivery and sends it again', async () => {
    const customer = await dashboard.customer();
    const hook = await dashboard.webhook(customer, '/again', {
      reaction: (_, response) => void response.end('Thanks a lot'),
    });
    await dashboard.emit(customer);
    await dashboard.delivery(customer, hook.id, ({ status }) => status === 'delivered');
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, `/webhooks/${hook.id}`);
    await page.getByRole('button', { name: 'credits.low' }).click();
    const delivery = page.getByRole('dialog', { name: 'Delivery' });
    await delivery.getByText('Thanks a lot').waitFor();
    await dashboard.settle(page);
    await delivery.getByRole('button', { name: 'Resend' }).click();
    await delivery.getByText('queued as a new delivery').waitFor();
    const [first, second] = await dashboard.receiver.received('/again', 2);
    expect(second?.event.id).to.equal(first?.event.id);
    await page.keyboard.press('Escape');
    await delivery.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'credits.low' }).nth(1).waitFor();
    await dashboard.settle(page);
  });

  it('shows the request and the response of a failed delivery', async () => {
    const customer = await dashboard.customer();
    const hook = await dashboard.webhook(customer, '/broken', {
      reaction: (_, response) => void response.writeHead(500).end('The shop is on fire'),
    });
    const event = await dashboard.emit(customer, 7);
    await dashboard.delivery(customer, hook.id, ({ last_status: status }) => status === 500);
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/webhooks');
    await page.getByRole('row').filter({ hasText: '/broken' }).getByText('retrying').waitFor();
    await dashboard.show(page, `/webhooks/${hook.id}`);
    const row = page.getByRole('row').filter({ hasText: 'credits.low' });
    await row.getByText('500').waitFor();
    await row.getByRole('button', { name: 'credits.low' }).click();
    const delivery = page.getByRole('dialog', { name: 'Delivery' });
    await delivery.getByText('The response status was not 2xx.').waitFor();
    await delivery.getByText('The shop is on fire').waitFor();
    await delivery.getByText('Next attempt in').waitFor();
    const request = await delivery.getByRole('region', { name: 'request body' }).innerText();
    expect(JSON.parse(request)).to.deep.include({ id: event, data: { balance: 7, threshold: 20 } });
    await dashboard.settle(page);
  });

  it('keeps an endpoint enabled after a 410 response, and says so', async () => {
    const customer = await dashboard.customer();
    const hook = await dashboard.webhook(customer, '/moved-away', {
      reaction: (_, response) => void response.writeHead(410).end(),
    });
    await dashboard.emit(customer);
    await dashboard.delivery(customer, hook.id, ({ last_status: status }) => status === 410);
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, `/webhooks/${hook.id}`);
    await page.getByRole('alert').getByText('This endpoint returns 410 Gone').waitFor();
    await page.getByText('enabled', { exact: true }).waitFor();
    await page.getByText('pending', { exact: true }).waitFor();
    await dashboard.settle(page);
  });

  it('recovers the events that an endpoint missed while it was disabled', async () => {
    const customer = await dashboard.customer();
    const hook = await dashboard.webhook(customer, '/asleep');
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, `/webhooks/${hook.id}`);
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('disabled', { exact: true }).waitFor();
    const event = await dashboard.emit(customer);
    await dashboard.delivery(customer, hook.id, statusIs('skipped'));
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('enabled', { exact: true }).waitFor();
    expect(dashboard.receiver.of('/asleep')).to.deep.equal([]);
    await page.getByRole('button', { name: 'Recover events' }).click();
    const question = page.getByRole('dialog', { name: 'Recover events' });
    await question.getByText('hour', { exact: true }).click();
    await dashboard.settle(page);
    await question.getByRole('button', { name: 'Send events' }).click();
    await page.getByText('1 event queued for delivery.').waitFor();
    const [receipt] = await dashboard.receiver.received('/asleep', 1);
    expect(receipt?.event.id).to.equal(event);
    await page.getByText('delivered', { exact: true }).waitFor();
    await dashboard.settle(page);
  });

  it('rotates the secret, and both secrets are used for a day', async () => {
    const customer = await dashboard.customer();
    const hook = await dashboard.webhook(customer, '/rotated');
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, `/webhooks/${hook.id}`);
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    const question = page.getByRole('dialog', { name: 'Rotate secret?' });
    await dashboard.settle(page);
    await question.getByRole('button', { name: 'Rotate secret' }).click();
    const shown = page.getByRole('region', { name: 'signing secret' }).getByText(/^whsec_/);
    await shown.waitFor();
    const secret = await shown.innerText();
    expect(secret).not.to.equal(hook.secret);
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await shown.waitFor({ state: 'hidden' });
    await dashboard.emit(customer);
    const [receipt] = await dashboard.receiver.received('/rotated', 1);
    const header = receipt?.headers['service-signature'] ?? '';
    const at = /t=(\d+)/.exec(header)?.[1] ?? '';
    for (const each of [hook.secret, secret]) {
      const sign = createHmac('sha256', each).update(`${at}.${receipt?.body}`).digest('hex');
      expect(header.split(',')).to.include(`v1=${sign}`);
    }
    await dashboard.settle(page);
  });

  it('deletes an endpoint after a confirmation', async () => {
    const customer = await dashboard.customer();
    const hook = await dashboard.webhook(customer, '/gone');
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, `/webhooks/${hook.id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this endpoint?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
    await dashboard.settle(page);
  });
});
