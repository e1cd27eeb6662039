import { expect } from 'chai';
import { useDashboard } from './dashboard.js';

describe('webhooks in a browser', () => {
  const dashboard = useDashboard();

  it('an endpoint is added, and told of a test', async () => {
    const customer = await dashboard.customer();
    const url = dashboard.receiver.at('/shop');
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/webhooks');
    await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
    await page.getByRole('textbox', { name: 'Address' }).fill(url);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page
      .getByRole('region', { name: 'signing secret' })
      .getByText(/^whsec_/)
      .waitFor();
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    const [told] = await dashboard.receiver.received('/shop', 1);
    expect(told?.event.type).to.equal('generation.completed');
    await page.getByRole('button', { name: 'generation.completed' }).waitFor();
    await dashboard.settle(page);
  });

  it('a delivery is looked at and sent again', async () => {
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
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await delivery.getByText('It is on its way again').waitFor();
    const [first, second] = await dashboard.receiver.received('/again', 2);
    expect(second?.event.id).to.equal(first?.event.id);
    await page.keyboard.press('Escape');
    await delivery.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'credits.low' }).nth(1).waitFor();
    await dashboard.settle(page);
  });
});
