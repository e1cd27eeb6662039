import { expect } from 'chai';
import { newAgent } from '../support/agent.js';
import { Browser } from '../support/person.js';
import { agentSuite } from './agents-rig.js';

describe('agent OAuth sign-in behind TLS', () => {
  const publicUrl = 'https://media.example';
  const suite = agentSuite({ env: () => ({ PUBLIC_URL: publicUrl }) });

  it("uses the public address and ignores the caller's headers", async () => {
    const agent = await newAgent(suite.api);
    expect(agent.server.token_endpoint).to.equal(`${publicUrl}/oauth/token`);
    const { url } = await agent.ask();
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-For': '203.0.113.7',
    };
    const sent = await new Browser(suite.api.url).call('GET', url, { headers });
    expect(sent.status, sent.text).to.equal(303);
    expect(sent.headers.get('location')).to.match(
      /^https:\/\/media\.example\/app\/consent\?uid=[\w-]{43}$/,
    );
    const cookies = sent.headers.getSetCookie();
    expect(cookies.length).to.be.greaterThan(1);
    for (const cookie of cookies) {
      expect(cookie).to.match(/; path=\/oauth\/authorize(\/[\w-]{43})?;/);
      expect(cookie).to.include('secure').and.include('httponly').and.include('samesite=lax');
    }
    const long = await new Browser(suite.api.url).refused('GET', `${url}&x=${'x'.repeat(4_000)}`);
    expect(long.status).to.equal(400);
  });

  it('does not offer OpenID Connect endpoints, and rejects other methods', async () => {
    const browser = new Browser(suite.api.url);
    for (const path of ['/.well-known/openid-configuration', '/jwks', '/me', '/oauth/jwks']) {
      expect((await browser.refused('GET', path)).status, path).to.equal(404);
    }
    for (const [method, path] of [
      ['POST', '/oauth/authorize'],
      ['GET', '/oauth/token'],
      ['GET', '/oauth/register'],
      ['DELETE', '/.well-known/oauth-authorization-server'],
    ] as const) {
      expect((await browser.refused(method, path)).status, path).to.equal(405);
    }
    const read = await browser.get<object>('/.well-known/oauth-authorization-server');
    expect(read.headers.get('access-control-allow-origin')).to.equal('*');
    expect(read.body).to.include({
      issuer: publicUrl,
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    const root = await browser.get<object>('/.well-known/oauth-protected-resource');
    const path = await browser.get<object>('/.well-known/oauth-protected-resource/mcp');
    expect(root.body)
      .to.deep.equal(path.body)
      .and.to.include({ resource: `${publicUrl}/mcp` });
  });
});
