import { auth } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { answer, CALLBACK, goOn, openQuestion } from '../support/agent.js';
import { signedIn } from '../support/person.js';
import { Program } from '../support/program.js';
import { agentSuite } from './agents-rig.js';

describe('agent sign-in with the official MCP client', () => {
  const suite = agentSuite();

  it("completes discovery, registration, token exchange and refresh with the client's own code", async () => {
    const { publicUrl } = suite.api.deps.env;
    const program = new Program(CALLBACK);
    const asked: string[] = [];
    const options = {
      serverUrl: `${publicUrl}/mcp`,
      fetchFn: (url: string | URL, init?: RequestInit) => {
        const { pathname } = new URL(url);
        asked.push(pathname);
        return fetch(suite.api.url + pathname, init);
      },
    };
    expect(await auth(program, options)).to.equal('REDIRECT');
    const sent = program.sentTo;
    expect(sent?.searchParams.get('resource')).to.equal(`${publicUrl}/mcp`);
    expect(sent?.searchParams.get('code_challenge_method')).to.equal('S256');
    const browser = await signedIn(suite.db, suite.api.url, await suite.customer());
    const url = `${sent?.pathname}${sent?.search}`;
    const uid = await openQuestion(browser, { url });
    const back = new URL(await goOn(browser, (await answer(browser, uid)).body));
    const code = { authorizationCode: back.searchParams.get('code') ?? '' };
    const iss = back.searchParams.get('iss') ?? '';
    const mixed = await auth(program, { ...options, ...code, iss: 'https://evil.example' }).catch(
      (error: Error) => error,
    );
    expect(mixed).to.be.instanceOf(Error);
    expect(await auth(program, { ...options, ...code, iss })).to.equal('AUTHORIZED');
    const first = program.tokens();
    expect((await suite.enter(first?.access_token ?? '')).status).to.equal(200);
    expect(await auth(program, options)).to.equal('AUTHORIZED');
    const second = program.tokens();
    expect(second?.access_token).not.to.equal(first?.access_token);
    expect((await suite.enter(second?.access_token ?? '')).status).to.equal(200);
    expect(asked[0]).to.equal('/.well-known/oauth-protected-resource/mcp');
    expect(asked).to.include('/.well-known/oauth-authorization-server');
    expect(asked.filter((path) => path === '/oauth/register')).to.have.length(1);
    expect(asked.filter((path) => path === '/oauth/token')).to.have.length(2);
  });
});
