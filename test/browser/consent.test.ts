import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { addMember } from '../../domain/accounts/add-member.js';
import { createId } from '../../domain/contract/ids.js';
import type { Customer } from '../api/suite.js';
import { answer, newAgent, type Agent, type Asked } from '../support/agent.js';
import { closeServer, listenLocally } from '../support/loopback.js';
import { newLink, signedIn } from '../support/person.js';
import { until } from '../support/until.js';
import { DEVICES, nameOf } from './browser.js';
import { useDashboard } from './dashboard.js';

/** The longest allowed name, without a place for a line break. */
const LONG = 'W'.repeat(80);

describe('the browser consent page for agents', () => {
  const dashboard = useDashboard();
  /** The program of the agent, which waits on this machine for the person's decision. */
  let program: Server;
  let callback: string;
  const came: string[] = [];
  before('starts a program that waits for the decision', async () => {
    program = createServer((request, response) => {
      if (request.url?.startsWith('/callback')) came.push(request.url);
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><html lang="en"><title>Fox</title><h1>Back in the agent</h1>');
    });
    callback = `${await listenLocally(program)}/callback`;
  });
  after('stops the program', () => closeServer(program));
  beforeEach(() => {
    came.length = 0;
  });

  const asks = async (agent: Agent) => {
    const asked = await agent.ask({ redirect_uri: callback });
    return { asked, url: dashboard.origin + asked.url };
  };
  const backOf = async (agent: Agent, asked: Asked): Promise<URLSearchParams> => {
    await until('the answer', async () => came.length === 1);
    return agent.read(new URL(came[0] ?? '', callback).href, asked);
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('leads a signed-in person to a grant, which can be revoked in the settings', async () => {
    const customer = await dashboard.customer();
    const page = await dashboard.visitAs(customer);
    const agent = await newAgent(dashboard.api);
    const { asked, url } = await asks(agent);
    await page.goto(url);
    await page.getByRole('heading', { name: 'Allow “Fox”?' }).waitFor();
    await page.getByText(customer.accountId).waitFor();
    await page.getByText('An app on this computer').waitFor();
    await dashboard.settle(page);
    await page.getByLabel('Read: view everything in the account').uncheck();
    await page.getByLabel('Monthly cap').fill('37');
    await button(page, 'Allow').click();
    await page.getByRole('heading', { name: 'Back in the agent' }).waitFor();
    const code = await backOf(agent, asked);
    const tokens = await agent.tokens(await agent.exchange(code, asked.verifier, callback));
    expect(tokens.scope).to.equal('generate');
    await dashboard.show(page, '/settings');
    await page.getByText('0 of 37').waitFor();
    await page.getByRole('button', { name: 'Revoke access for Fox' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
    await page.getByText('No agents connected.').waitFor();
    await dashboard.settle(page);
    expect((await agent.refresh(tokens.refresh)).status).to.equal(400);
  });

  it('reports a refusal to the agent', async () => {
    const page = await dashboard.visitAs(await dashboard.customer());
    const agent = await newAgent(dashboard.api);
    const { asked, url } = await asks(agent);
    await page.goto(url);
    await button(page, 'Deny').click();
    await page.getByRole('heading', { name: 'Back in the agent' }).waitFor();
    const refused = await backOf(agent, asked).catch((error: Error) => error);
    expect(String(refused)).to.match(/access_denied|authorization response/i);
    expect(came[0]).to.include('error=access_denied');
  });

  it('continues after a visitor has signed in', async () => {
    const customer = await dashboard.customer();
    const page = await dashboard.browser.visit();
    const agent = await newAgent(dashboard.api);
    const { asked, url } = await asks(agent);
    await page.goto(url);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    dashboard.browser.expectError(/401/);
    const secret = await newLink(dashboard.db, customer);
    await page.goto(`${dashboard.origin}/app/sign-in#${secret}`);
    await button(page, 'Continue').click();
    await page.getByRole('heading', { name: 'Allow “Fox”?' }).waitFor();
    await button(page, 'Allow').click();
    await page.getByRole('heading', { name: 'Back in the agent' }).waitFor();
    expect((await backOf(agent, asked)).get('code')).to.be.a('string');
    await dashboard.show(page, '');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  });

  it('explains that a consent request has expired, or that a viewer lacks the right', async () => {
    const customer = await dashboard.customer();
    const page = await dashboard.visitAs(customer);
    await page.goto(`${dashboard.origin}/app/consent?uid=${'x'.repeat(43)}`);
    await page.getByRole('heading', { name: 'This request is no longer valid' }).waitFor();
    dashboard.browser.expectError(/404/);
    await dashboard.settle(page);
    const agent = await newAgent(dashboard.api);
    await page.goto((await asks(agent)).url);
    await button(page, 'Allow').waitFor();
    const uid = new URL(page.url()).searchParams.get('uid') ?? '';
    const elsewhere = await signedIn(dashboard.db, dashboard.api.url, customer);
    expect((await answer(elsewhere, uid, { allow: false })).status).to.equal(200);
    await page.reload();
    await page.getByRole('heading', { name: 'Already answered' }).waitFor();
    dashboard.browser.expectError(/409/);
    const viewer = await visitAsViewer(customer);
    await viewer.goto((await asks(agent)).url);
    await viewer.getByRole('heading', { name: "You can't allow agents" }).waitFor();
    await dashboard.settle(viewer);
  });

  it('explains that the request has expired if the person decides too late', async () => {
    const page = await dashboard.visitAs(await dashboard.customer());
    const agent = await newAgent(dashboard.api);
    await page.goto((await asks(agent)).url);
    await button(page, 'Allow').waitFor();
    const uid = new URL(page.url()).searchParams.get('uid') ?? '';
    await dashboard.db.query(
      `UPDATE oauth_record SET expires_at = now() - interval '1 s'
       WHERE model = 'Interaction' AND id_hash = sha256($1::bytea)`,
      [Buffer.from(uid)],
    );
    await button(page, 'Allow').click();
    await page.getByRole('heading', { name: 'This request is no longer valid' }).waitFor();
    await page.getByText('Start again from the agent.').waitFor();
    dashboard.browser.expectError(/404/);
    await dashboard.settle(page);
    await page.goto(`${dashboard.origin}/oauth/authorize/${uid}`);
    await page.getByRole('heading', { name: 'The agent was not connected' }).waitFor();
    await page.getByText('Start again from the agent.').waitFor();
    dashboard.browser.expectError(/400/);
    await dashboard.settle(page);
    expect(came).to.deep.equal([]);
  });

  it('cannot be framed, so that nobody clicks on it without seeing it', async () => {
    const page = await dashboard.visitAs(await dashboard.customer());
    const agent = await newAgent(dashboard.api);
    const { url } = await asks(agent);
    const shown = await page.goto(url);
    await button(page, 'Allow').waitFor();
    const headers = shown?.headers() ?? {};
    expect(headers['content-security-policy']).to.include("frame-ancestors 'none'");
    expect(headers['x-frame-options']).to.equal('DENY');
    const address = page.url();
    await page.goto(new URL('/', callback).href);
    for (const framed of [address, (await asks(agent)).url]) {
      const refused = page.waitForEvent('console', (message) => message.type() === 'error');
      await page.evaluate(`(() => {
        const frame = document.createElement('iframe');
        frame.src = ${JSON.stringify(framed)};
        document.body.append(frame);
      })()`);
      expect((await refused).text()).to.match(/frame-ancestors|X-Frame-Options/i);
      dashboard.browser.expectError(/frame-ancestors|X-Frame-Options/i);
      const frame = page.frames().at(-1);
      expect(await frame?.getByRole('button').count()).to.equal(0);
    }
  });

  async function visitAsViewer({ accountId }: Customer): Promise<Page> {
    const memberId = createId('mem');
    const member = { id: memberId, accountId, name: 'Ada', role: 'viewer' } as const;
    await addMember(dashboard.db.manager, member);
    const person = await signedIn(dashboard.db, dashboard.api.url, { accountId, memberId });
    const [name = '', value = ''] = person.cookie.split('=');
    const page = await dashboard.browser.visit();
    await page.context().addCookies([{ name, value, url: dashboard.origin }]);
    return page;
  }

  for (const device of DEVICES) {
    it(`is accessible and logs no error: ${nameOf(device)}`, async () => {
      const page = await dashboard.visitAs(await dashboard.customer(), device);
      const agent = await newAgent(dashboard.api);
      await agent.register({ ...agent.client, client_name: LONG, redirect_uris: [callback] });
      await page.goto((await asks(agent)).url);
      await page.getByRole('heading', { name: LONG }).waitFor();
      await dashboard.settle(page);
      await page.getByLabel('Monthly cap').fill('');
      await page.getByText('Without a cap').waitFor();
      await dashboard.settle(page);
    });
  }
});
