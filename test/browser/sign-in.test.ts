import { expect } from 'chai';
import { newLink } from '../support/person.js';
import { useDashboard } from './dashboard.js';

describe('sign-in by a link in a browser', () => {
  const dashboard = useDashboard();

  it('leads to Home, which shows what the account has', async () => {
    const customer = await dashboard.customer({ credits: 731 });
    const made = await dashboard.queued(customer, 'a fox at the gate');
    await dashboard.finished(customer, made);
    const secret = await newLink(dashboard.db, customer);
    const page = await dashboard.browser.visit();
    await page.goto(`${dashboard.origin}/app/sign-in#${secret}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).to.equal('/app/');
    await page.getByText('729', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'image, completed: a fox at the gate' }).waitFor();
    await dashboard.settle(page);
  });
});
