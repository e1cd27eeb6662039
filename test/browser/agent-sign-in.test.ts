import { IssuerMismatchError, type Client } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { AccountBody } from '../../domain/contract/account.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { fetchFrom } from '../agents/fetch-from.js';
import { registerSuite, type Customer } from '../api/suite.js';
import { http, serve, type Site } from '../egress/servers.js';
import { call, succeed, type Era } from '../mcp/mcp-rig.js';
import { FOX } from '../support/agent.js';
import { closeServers } from '../support/loopback.js';
import { newLink } from '../support/person.js';
import { AgentProgram } from './agent-program.js';
import { useBrowser } from './browser.js';
import { Dashboard } from './dashboard.js';
import { untilCount, untilValue } from './waits.js';

const HOST = 'fox.egress.test';
const DOCUMENT = `https://${HOST}/client.json`;
const METADATA = '/.well-known/oauth-protected-resource/mcp';
const SERVER = '/.well-known/oauth-authorization-server';
const MAKE = { prompt: 'a red fox', wait_seconds: 50 };

/** How programs identify themselves, and the protocol revision that such programs use. */
const KINDS: readonly { name: string; era: Era; documentUrl?: string }[] = [
  { name: 'registers', era: 'legacy' },
  { name: 'publishes a document', era: 'modern', documentUrl: DOCUMENT },
];

describe("an agent's browser sign-in with the MCP SDK", () => {
  let site: Site;
  const browser = useBrowser();
  const dashboard = new Dashboard(browser);
  registerSuite(dashboard, {
    async env() {
      site = await serve((socket) => socket.end(http(404)));
      return dashboard.prepare();
    },
    change: (deps) => ({
      ...deps,
      fetchDocument: (url) => fetchFrom(site, HOST, { allow: '127.0.0.1/32' })(url),
    }),
    workers: { outbound: true },
    async end() {
      closeServers();
      await dashboard.finish();
    },
  });
  let program: AgentProgram;
  afterEach('the program ends', () => program?.stop());

  async function start({ era, documentUrl }: (typeof KINDS)[number]): Promise<void> {
    const { origin } = dashboard;
    program = await AgentProgram.start({ origin, era, ...(documentUrl && { documentUrl }) });
    const document = { ...program.oauth.clientMetadata, client_id: DOCUMENT };
    const type = 'Content-Type: application/json';
    site.answer = (socket) => socket.end(http(200, [type], JSON.stringify(document)));
    site.visits.length = 0;
  }

  const letIn = async (page: Page) => {
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'Back in the agent' }).waitFor();
    return program.takeAnswer();
  };
  const scope = (page: Page, name: string) => page.getByRole('checkbox', { name });
  const cap = (page: Page) => page.getByLabel('Monthly cap');
  const isAsked = (page: Page) =>
    page.getByRole('heading', { name: `Allow “${FOX.client_name}”?` }).waitFor();

  /** Opens an agent's request as a person without a session. The person then signs in with a link. */
  async function signIn(url: URL, customer: Customer): Promise<Page> {
    const page = await browser.visit();
    await page.goto(url.href);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    browser.expectError(/401/);
    await page.goto(`${dashboard.origin}/app/sign-in#${await newLink(dashboard.db, customer)}`);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await isAsked(page);
    return page;
  }

  /** Makes the access tokens of the account expire. */
  const expireAccess = ({ accountId }: Customer) =>
    dashboard.db.query(
      `UPDATE oauth_record SET expires_at = now() - interval '1 s'
       WHERE model = 'AccessToken' AND account_id = $1`,
      [accountId],
    );

  for (const kind of KINDS) {
    it(`works from discovery until the grant is revoked for a client that ${kind.name}`, async () => {
      await start(kind);
      const customer = await dashboard.customer();
      const { origin } = dashboard;
      const sentTo = await program.isSentToSignIn(() => program.connect());
      const seen = program.takeSeen();
      expect(seen[0]).to.deep.include({ method: 'POST', path: '/mcp', status: 401 });
      expect(seen[0]?.challenge).to.equal(
        `Bearer resource_metadata="${origin}${METADATA}", scope="read generate social webhooks"`,
      );
      const asked = seen.map(({ path, status }) => `${path} ${status}`);
      expect(asked.slice(1)).to.deep.equal([
        `${METADATA} 200`,
        `${SERVER} 200`,
        ...(kind.documentUrl ? [] : ['/oauth/register 201']),
      ]);
      expect(sentTo.origin + sentTo.pathname).to.equal(`${origin}/oauth/authorize`);
      const parameters = Object.fromEntries(sentTo.searchParams);
      expect(parameters).to.include({
        response_type: 'code',
        code_challenge_method: 'S256',
        resource: `${origin}/mcp`,
        redirect_uri: program.oauth.redirectUrl,
        scope: 'read generate social webhooks',
      });
      if (kind.documentUrl) expect(parameters['client_id']).to.equal(DOCUMENT);

      const page = await signIn(sentTo, customer);
      await page.getByText(customer.accountId).waitFor();
      await page.getByText('An app on this computer').waitFor();
      const who = kind.documentUrl ? HOST : 'Unverified publisher';
      await page.getByText(who, { exact: true }).waitFor();
      expect(site.visits).to.have.length(kind.documentUrl ? 1 : 0);
      await untilValue(cap(page), '100');
      await dashboard.settle(page);
      await scope(page, 'Social').uncheck();
      await scope(page, 'Webhooks').uncheck();
      await cap(page).fill('37');
      const answer = await letIn(page);
      expect(answer.get('iss')).to.equal(origin);

      const mixed = new URLSearchParams(answer);
      mixed.set('iss', 'https://evil.example');
      const failure = await program.finish(mixed).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(IssuerMismatchError);
      expect(
        program.takeSeen().map(({ path }) => path),
        'nothing was sent',
      ).to.deep.equal([]);
      await program.finish(answer);
      const [exchange, ...others] = program.takeSeen();
      expect(others).to.deep.equal([]);
      expect(exchange).to.include({ path: '/oauth/token', status: 200 });
      expect(Object.fromEntries(exchange?.form ?? [])).to.include({
        grant_type: 'authorization_code',
        code: answer.get('code') ?? '',
        code_verifier: program.oauth.codeVerifier(),
        resource: `${origin}/mcp`,
      });
      expect(program.oauth.tokens()).to.deep.include({
        scope: 'read generate',
        expires_in: 3_600,
        token_type: 'Bearer',
      });

      const agent = await program.connect();
      const made = await succeed<GenerationBody>(agent, 'generate_image', MAKE);
      expect(made.status).to.equal('completed');
      const { key } = await succeed<AccountBody>(agent, 'get_account');
      expect([key.scopes, key.monthly_credit_cap]).to.deep.equal([['read', 'generate'], 37]);

      await refreshes(agent, customer);
      await endsInSettings(agent, page);
    });
  }

  async function refreshes(agent: Client, customer: Customer): Promise<void> {
    const before = program.oauth.tokens();
    await expireAccess(customer);
    program.takeSeen();
    await succeed(agent, 'get_account');
    const after = program.oauth.tokens();
    const seen = program.takeSeen().map(({ path, status }) => `${path} ${status}`);
    expect(seen).to.deep.equal(['/mcp 401', '/oauth/token 200', '/mcp 200']);
    expect(after?.access_token).to.be.a('string').and.not.equal(before?.access_token);
    expect(after?.refresh_token).to.be.a('string').and.not.equal(before?.refresh_token);
    expect(after?.scope).to.equal('read generate');
  }

  async function endsInSettings(agent: Client, page: Page): Promise<void> {
    await dashboard.show(page, '/settings');
    await page.getByText('2 of 37').waitFor();
    await page.getByRole('cell', { name: 'read, generate' }).waitFor();
    await page.getByRole('button', { name: `Revoke access for ${FOX.client_name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
    await page.getByText('No agents connected.').waitFor();
    program.takeSeen();
    const again = await program.isSentToSignIn(() => call(agent, 'get_account'));
    const [refused, refresh] = program.takeSeen();
    expect(refused).to.deep.include({ path: '/mcp', status: 401 });
    expect(refused?.challenge).to.include('error="invalid_token"').and.include(METADATA);
    expect(refresh).to.include({ path: '/oauth/token', status: 400 });
    await page.goto(again.href);
    await isAsked(page);
    await page.getByText('This agent already has access').waitFor({ state: 'detached' });
  }

  for (const kind of KINDS) {
    it(`asks for more scopes when a tool needs them, and keeps one grant for a client that ${kind.name}`, async () => {
      await start(kind);
      const customer = await dashboard.customer();
      const first = await program.isSentToSignIn(() => program.connect());
      const page = await signIn(first, customer);
      for (const name of ['Generate', 'Social', 'Webhooks']) await scope(page, name).uncheck();
      await cap(page).fill('37');
      await program.finish(await letIn(page));
      const agent = await program.connect();
      await succeed(agent, 'get_account');
      const { tools } = await agent.listTools();
      expect(tools.map(({ name }) => name)).not.to.include('generate_image');

      program.takeSeen();
      const more = await program.isSentToSignIn(() => call(agent, 'generate_image', MAKE));
      const [refused, ...others] = program.takeSeen();
      expect(others).to.deep.equal([]);
      expect(refused).to.deep.include({ path: '/mcp', status: 403 });
      expect(refused?.challenge).to.equal(
        `Bearer error="insufficient_scope", resource_metadata="${dashboard.origin}${METADATA}", scope="read generate"`,
      );
      expect(more.searchParams.get('scope')).to.equal('read generate');
      await page.goto(more.href);
      await isAsked(page);
      await page.getByText('This agent already has access').waitFor();
      await page.getByText('Scopes: Read. Spent this month: 0 of 37 credits.').waitFor();
      await untilCount(page.getByText('on every computer'), kind.documentUrl ? 1 : 0);
      await page.getByRole('checkbox', { name: /^Generate: .* new$/ }).waitFor();
      await page.getByRole('checkbox', { name: /^Read: .* account$/ }).waitFor();
      await untilValue(cap(page), '37');
      await dashboard.settle(page);
      await program.finish(await letIn(page));
      expect(program.oauth.tokens()?.scope).to.equal('read generate');
      const made = await succeed<GenerationBody>(agent, 'generate_image', MAKE);
      expect(made.status).to.equal('completed');
      await dashboard.show(page, '/settings');
      await page.getByText('2 of 37').waitFor();
      await untilCount(page.getByRole('button', { name: /^Revoke access for Fox/ }), 1);
    });
  }
});
