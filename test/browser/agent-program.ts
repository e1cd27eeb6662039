import { createServer, type Server } from 'node:http';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { closeServer, listenLocally } from '../support/loopback.js';
import { Program } from '../support/program.js';
import { until } from '../support/until.js';
import { MODE, type Era } from '../mcp/mcp-rig.js';

/** A request of a program and the response that it got. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly challenge: string;
  /** Fields sent to the token endpoint. */
  readonly form: URLSearchParams;
}

interface ProgramOptions {
  readonly origin: string;
  readonly era: Era;
  /** The URL of the published metadata. Without a URL, the program registers. */
  readonly documentUrl?: string;
}

/** A program on a person's computer: the client of the SDK, and a port that receives the response to the sign-in. */
export class AgentProgram {
  readonly seen: Seen[] = [];
  private readonly came: URLSearchParams[] = [];
  private transport: StreamableHTTPClientTransport | null = null;
  client: Client | null = null;

  private constructor(
    private readonly server: Server,
    readonly oauth: Program,
    private readonly options: ProgramOptions,
  ) {
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '', 'http://none');
      if (url.pathname === '/callback') this.came.push(url.searchParams);
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><html lang="en"><title>Fox</title><h1>Back in the agent</h1>');
    });
  }

  static async start(options: ProgramOptions): Promise<AgentProgram> {
    const server = createServer();
    const callback = `${await listenLocally(server)}/callback`;
    return new AgentProgram(server, new Program(callback, options.documentUrl), options);
  }

  async stop(): Promise<void> {
    await this.client?.close();
    await closeServer(this.server);
  }

  /**
   * Connects with its stored tokens.
   * @throws {UnauthorizedError} after it has sent the person to sign in
   */
  async connect(): Promise<Client> {
    const { origin, era } = this.options;
    this.client = new Client(
      { name: 'Fox', version: '1' },
      { versionNegotiation: { mode: MODE[era] } },
    );
    this.transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
      authProvider: this.oauth,
      fetch: (url, init) => this.fetch(url, init),
    });
    await this.client.connect(this.transport);
    return this.client;
  }

  private async fetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(url, init);
    this.seen.push({
      method: init.method ?? 'GET',
      path: new URL(url).pathname,
      status: response.status,
      challenge: response.headers.get('www-authenticate') ?? '',
      form: init.body instanceof URLSearchParams ? init.body : new URLSearchParams(),
    });
    return response;
  }

  /** Returns the requests since the last call. */
  takeSeen(): Seen[] {
    return this.seen.splice(0);
  }

  /** Runs an action that sends the person to the browser. @returns the URL that is opened there */
  async isSentToSignIn(work: () => Promise<unknown>): Promise<URL> {
    this.oauth.sentTo = null;
    const failure = await work().then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure, String(failure)).to.be.instanceOf(UnauthorizedError);
    const { sentTo } = this.oauth;
    if (!sentTo) throw new Error('the program sent nobody anywhere');
    return sentTo;
  }

  /** Waits for the query that the person's browser sends to the port. */
  async takeAnswer(): Promise<URLSearchParams> {
    const answer = await until('the answer', () => Promise.resolve(this.came.shift()));
    expect(answer.get('state')).to.equal(this.oauth.state());
    return answer;
  }

  async finish(answer: URLSearchParams): Promise<void> {
    await this.transport?.finishAuth(answer);
  }
}
