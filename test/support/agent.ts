import { expect } from 'chai';
import * as oauth from 'oauth4webapi';
import type { ConsentAnsweredBody } from '../../domain/contract/consent.js';
import type { Answer } from './client.js';
import type { Browser } from './person.js';
import type { TestApi } from './platform.js';

/** Redirect URL of FOX. */
export const CALLBACK = 'http://127.0.0.1:33418/callback';

const addressOf = (input: string | URL | Request): string =>
  input instanceof Request ? input.url : input.toString();

/** Metadata with which an agent program registers. */
export const FOX = {
  client_name: 'Fox',
  redirect_uris: [CALLBACK],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

/** Optional parameters of an agent's authorization request. */
export type Wishes = Readonly<Record<string, string | null>>;

/** Authorization request of an agent that is waiting for a person's decision. */
export interface Asked {
  readonly url: string;
  readonly verifier: string;
  readonly state: string;
}

/**
 * Agent that signs in with OAuth. It uses an independent, strict library, and only what the service
 * publishes.
 */
export class Agent {
  server!: oauth.AuthorizationServer;
  resource = '';
  client!: oauth.Client;
  private readonly options: {
    [oauth.customFetch]: typeof fetch;
    [oauth.allowInsecureRequests]: boolean;
  };

  constructor(readonly api: Pick<TestApi, 'url' | 'deps'>) {
    const { publicUrl } = api.deps.env;
    this.options = {
      [oauth.customFetch]: (url, init) => fetch(addressOf(url).replace(publicUrl, api.url), init),
      [oauth.allowInsecureRequests]: true,
    };
  }

  /** Reads the two metadata documents of the service. */
  async discover(): Promise<void> {
    const mcp = new URL(`${this.api.deps.env.publicUrl}/mcp`);
    const resource = await oauth.processResourceDiscoveryResponse(
      mcp,
      await oauth.resourceDiscoveryRequest(mcp, this.options),
    );
    this.resource = resource.resource;
    const issuer = new URL(resource.authorization_servers?.[0] ?? '');
    const options = { ...this.options, algorithm: 'oauth2' } as const;
    this.server = await oauth.processDiscoveryResponse(
      new URL(issuer.href),
      await oauth.discoveryRequest(issuer, options),
    );
  }

  async register(metadata: object = FOX): Promise<oauth.Client> {
    const response = await oauth.dynamicClientRegistrationRequest(
      this.server,
      metadata,
      this.options,
    );
    this.client = await oauth.processDynamicClientRegistrationResponse(response);
    return this.client;
  }

  /** Builds the URL that the agent opens in a person's browser. Null removes a parameter. */
  async ask(wishes: Wishes = {}): Promise<Asked> {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const parameters: Wishes = {
      client_id: this.client.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: this.resource,
      scope: 'read generate',
      state,
      ...wishes,
    };
    const url = new URL(this.server.authorization_endpoint ?? '');
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== null) url.searchParams.set(name, value);
    }
    return { url: url.pathname + url.search, verifier, state };
  }

  /** Reads the query at the redirect URL; throws unless it is the response to this request. */
  read(location: string, { state }: Pick<Asked, 'state'>): URLSearchParams {
    return oauth.validateAuthResponse(this.server, this.client, new URL(location), state);
  }

  /** Exchanges a code and returns the server's response. */
  exchange(code: URLSearchParams, verifier: string, redirectUri?: string): Promise<Response> {
    return oauth.authorizationCodeGrantRequest(
      this.server,
      this.client,
      oauth.None(),
      code,
      redirectUri ?? CALLBACK,
      verifier,
      this.options,
    );
  }

  refresh(token: string): Promise<Response> {
    const none = oauth.None();
    return oauth.refreshTokenGrantRequest(this.server, this.client, none, token, this.options);
  }

  async revoke(token: string): Promise<void> {
    const none = oauth.None();
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(this.server, this.client, none, token, this.options),
    );
  }

  /** Parses a response with tokens. */
  async tokens(response: Response): Promise<Tokens> {
    const read = await oauth.processGenericTokenEndpointResponse(
      this.server,
      this.client,
      response,
    );
    const { access_token: access, refresh_token: refresh = '', scope = '' } = read;
    return { access, refresh, scope };
  }
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly scope: string;
}

/**
 * Opens the consent page of an agent's request.
 * @returns the id of the consent request
 */
export async function openQuestion(browser: Browser, { url }: Pick<Asked, 'url'>): Promise<string> {
  const opened = await browser.get(url);
  expect(opened.status, opened.text).to.equal(303);
  const page = new URL(opened.headers.get('location') ?? '');
  expect(page.pathname).to.equal('/app/consent');
  return page.searchParams.get('uid') ?? '';
}

/** Sends a person's decision about a consent request, like the consent page. */
export const answer = (
  browser: Browser,
  uid: string,
  body: object = { allow: true },
): Promise<Answer<ConsentAnsweredBody>> =>
  browser.call('POST', `/app/api/consents/${uid}`, { body });

/**
 * Follows the redirect of the consent page.
 * @returns the redirect URL of the agent, with the result
 */
export async function goOn(browser: Browser, answered: ConsentAnsweredBody): Promise<string> {
  const back = await browser.get<string>(new URL(answered.redirect_to).pathname);
  expect(back.status, back.text).to.equal(303);
  return back.headers.get('location') ?? '';
}

/** Completes the flow, from the authorization request to the tokens. */
export async function letIn(
  agent: Agent,
  browser: Browser,
  body: object = { allow: true },
  wishes: Wishes = {},
): Promise<Tokens> {
  const asked = await agent.ask(wishes);
  const answered = await answer(browser, await openQuestion(browser, asked), body);
  expect(answered.status, answered.text).to.equal(200);
  const code = agent.read(await goOn(browser, answered.body), asked);
  return agent.tokens(await agent.exchange(code, asked.verifier));
}

/** Creates an agent that has read the metadata and is registered. */
export async function newAgent(api: Pick<TestApi, 'url' | 'deps'>): Promise<Agent> {
  const agent = new Agent(api);
  await agent.discover();
  await agent.register();
  return agent;
}
