import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createId } from '../../domain/contract/ids.js';
import { Invite } from '../../entities/invite.js';
import { Member } from '../../entities/member.js';
import { registerSuite } from '../api/suite.js';
import { Issuer, OPEN_ID_CLIENT } from '../support/issuer.js';
import { newLink } from '../support/person.js';
import { useBrowser } from './browser.js';
import { Dashboard, useDashboard } from './dashboard.js';

describe('sign-in with a link in a browser', () => {
  const dashboard = useDashboard();

  it('leads to the home page, which shows the content of the account', async () => {
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

describe('single sign-on in a browser', () => {
  const issuer = new Issuer();
  const dashboard = new Dashboard(useBrowser());
  registerSuite(dashboard, {
    async env() {
      await issuer.start();
      return {
        ...(await dashboard.prepare()),
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: OPEN_ID_CLIENT.id,
        OIDC_CLIENT_SECRET: OPEN_ID_CLIENT.secret,
      };
    },
    async end() {
      await dashboard.finish();
      await issuer.stop();
    },
  });

  it('asks an invited person for confirmation before the person joins the team', async () => {
    const email = `eve-${createId('mem')}@example.com`;
    const { accountId } = await dashboard.customer();
    await dashboard.db.query("UPDATE account SET name = 'Hares' WHERE id = $1", [accountId]);
    await dashboard.db.manager.insert(Invite, {
      id: createId('inv'),
      accountId,
      secretHash: randomBytes(32),
      name: 'Eve',
      email,
      role: 'developer',
      expiresAt: new Date(Date.now() + 60_000),
    });
    issuer.person = { email, email_verified: true };
    const page = await dashboard.browser.visit({ width: 360 });
    await page.goto(`${dashboard.origin}/app/sign-in`);
    await page.getByRole('link', { name: 'Use single sign-on' }).click();
    await page.getByText('This team has invited you.').waitFor();
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'Join Hares' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await dashboard.show(page, '/team');
    await page.getByText('Eve (you)').waitFor();
  });

  it('asks a member of several teams which team to open', async () => {
    const email = `ada-${createId('mem')}@example.com`;
    for (const team of ['Foxes', 'Owls']) {
      const { accountId } = await dashboard.customer();
      await dashboard.db.query('UPDATE account SET name = $2 WHERE id = $1', [accountId, team]);
      const member = { id: createId('mem'), accountId, name: `Ada of the ${team}`, email };
      await dashboard.db.manager.insert(Member, member);
    }
    issuer.person = { email, email_verified: true };
    for (const width of [360, 1_400]) {
      const page = await dashboard.browser.visit({ width });
      await page.goto(`${dashboard.origin}/app/sign-in`);
      await page.getByRole('link', { name: 'Use single sign-on' }).click();
      await page.getByRole('button', { name: 'Foxes' }).waitFor();
      await dashboard.settle(page);
      await page.getByRole('button', { name: 'Owls' }).click();
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
      await dashboard.show(page, '/team');
      await page.getByText('Ada of the Owls (you)').waitFor();
    }
  });
});
