import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listenLocally } from './loopback.js';

/** Claims about the user whom the issuer signs in. */
export type Claims = Readonly<Record<string, unknown>>;

interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string;
}

export const OPEN_ID_CLIENT = { id: 'platform', secret: 'a test secret' };

const base64url = (value: string | Buffer): string => Buffer.from(value).toString('base64url');

/**
 * Small OpenID Connect issuer: code flow with PKCE and signed tokens. It signs in `person` without
 * a password.
 */
export class Issuer {
  person: Claims = {};
  /** Claims that the userinfo response contains instead of the token. */
  fromUserinfo: Claims | null = null;
  /** Changes the claims of the next tokens. */
  forge: (claims: Claims) => Claims = (claims) => claims;
  url = '';
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  /** Key that signs tokens. A test replaces it with an unpublished key to forge tokens. */
  signingKey = this.keys.privateKey;
  private readonly grants = new Map<string, Grant>();
  private readonly server: Server = createServer((request, response) => {
    this.answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async start(): Promise<void> {
    this.url = await listenLocally(this.server);
  }

  stop(): Promise<void> {
    return closeServer(this.server);
  }

  /** Creates a key that differs from the published one. */
  static strangeKey() {
    return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration') json(200, this.metadata());
    else if (pathname === '/jwks') json(200, { keys: [this.publicKey()] });
    else if (pathname === '/authorize') {
      response.writeHead(302, { Location: this.authorize(searchParams) }).end();
    } else if (pathname === '/token') {
      const tokens = this.exchange(
        new URLSearchParams(await text(request)),
        request.headers.authorization ?? '',
      );
      json(tokens ? 200 : 400, tokens ?? { error: 'invalid_grant' });
    } else if (pathname === '/userinfo') json(200, { sub: 'person', ...this.fromUserinfo });
    else json(404, {});
  }

  private metadata() {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/jwks`,
      userinfo_endpoint: `${this.url}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  private publicKey() {
    return {
      ...this.keys.publicKey.export({ format: 'jwk' }),
      kid: 'one',
      alg: 'RS256',
      use: 'sig',
    };
  }

  private authorize(query: URLSearchParams): string {
    const get = (name: string) => query.get(name) ?? '';
    const code = randomUUID();
    const isS256 = get('code_challenge_method') === 'S256';
    if (get('client_id') !== OPEN_ID_CLIENT.id || !isS256) throw new Error('unknown client');
    const redirectUri = get('redirect_uri');
    const challenge = get('code_challenge');
    this.grants.set(code, { redirectUri, challenge, nonce: get('nonce') });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({ code, state: get('state') }).toString();
    return back.href;
  }

  /** Exchanges a code. A code works once, for the client and the browser that requested it. */
  private exchange(body: URLSearchParams, authorization: string): object | null {
    const code = body.get('code') ?? '';
    const grant = this.grants.get(code);
    this.grants.delete(code);
    const verifier = createHash('sha256').update(body.get('code_verifier') ?? '');
    const { id, secret } = OPEN_ID_CLIENT;
    const words = `${encodeURIComponent(id)}:${encodeURIComponent(secret).replaceAll('%20', '+')}`;
    const isClient = authorization === `Basic ${Buffer.from(words).toString('base64')}`;
    const isSame =
      grant?.challenge === verifier.digest('base64url') &&
      grant.redirectUri === body.get('redirect_uri');
    if (!grant || !isClient || !isSame) return null;
    return { access_token: randomUUID(), token_type: 'Bearer', id_token: this.token(grant.nonce) };
  }

  private token(nonce: string): string {
    const now = Math.floor(Date.now() / 1_000);
    const times = { iat: now, exp: now + 300 };
    const own = { iss: this.url, aud: OPEN_ID_CLIENT.id, sub: 'person', nonce, ...times };
    const head = base64url(JSON.stringify({ alg: 'RS256', kid: 'one' }));
    const claims = base64url(JSON.stringify(this.forge({ ...own, ...this.person })));
    const signature = sign('sha256', Buffer.from(`${head}.${claims}`), this.signingKey);
    return `${head}.${claims}.${base64url(signature)}`;
  }
}
