import { errors } from 'oidc-provider';
import type { ClientDescription } from '../../domain/agents/open-request.js';

/** An agent's metadata before validation: a field can have any type. */
type Metadata = Record<string, unknown>;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const URIS_MAX = 10;
const URI_LENGTH_MAX = 500;
/**
 * Schemes without a domain name, used by known agents that register no other address. Any other
 * scheme of this kind could start a program unrelated to the agent.
 */
const KNOWN_SCHEMES = ['cursor:'];
/** Matches a scheme that is its owner's reversed domain name (RFC 8252, 7.1). */
const OWN_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
/**
 * Metadata that we keep. The rest is dropped, so that clients cannot store data or enable features.
 */
const KEPT: readonly string[] = [
  'application_type',
  'client_id',
  'client_id_issued_at',
  'client_name',
  'grant_types',
  'redirect_uris',
  'response_types',
  'token_endpoint_auth_method',
];
/**
 * Authentication methods that need the client's keys, which would have to be fetched on each
 * request.
 */
const KEY_METHODS = ['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'];
/** Characters that are invisible or change the direction of surrounding text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Reduces an agent's metadata to the only supported kind of client: a public client with PKCE and
 * exact redirect addresses. A program on the person's own machine can use any port. The person
 * chooses the scopes, so scopes in the metadata have no effect.
 * @throws {errors.InvalidClientMetadata}
 */
export function narrowMetadata(metadata: Metadata): void {
  for (const name of Object.keys(metadata)) {
    if (!KEPT.includes(name)) Reflect.deleteProperty(metadata, name);
  }
  // A public secret does not protect anything; PKCE ties a code to its requester.
  const method = String(metadata['token_endpoint_auth_method']);
  if (KEY_METHODS.includes(method)) {
    throw new errors.InvalidClientMetadata(
      `token_endpoint_auth_method ${method} is not supported: register with none and use PKCE`,
    );
  }
  if (method.startsWith('client_secret')) metadata['token_endpoint_auth_method'] = 'none';
  const uris = metadata['redirect_uris'];
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > URIS_MAX) {
    throw new errors.InvalidClientMetadata(`redirect_uris must have 1 to ${URIS_MAX} items`);
  }
  const schemes = uris.map((uri) => checkRedirectScheme(uri));
  metadata['application_type'] = schemes.every((scheme) => scheme === 'https:') ? 'web' : 'native';
  const name = metadata['client_name'];
  const seen = typeof name === 'string' ? name.replaceAll(UNSEEN, ' ').trim() : '';
  // A published document must contain a name; an older program may register without a name.
  if (seen === '' && /^https:/i.test(String(metadata['client_id']))) {
    throw new errors.InvalidClientMetadata('client_name is mandatory property');
  }
  if (seen === '') delete metadata['client_name'];
  else metadata['client_name'] = seen.slice(0, 80).toWellFormed();
}

function checkRedirectScheme(uri: unknown): string {
  const url = typeof uri === 'string' && uri.length <= URI_LENGTH_MAX ? URL.parse(uri) : null;
  if (!url) throw new errors.InvalidClientMetadata('redirect_uris must only contain valid uris');
  const { protocol, hostname, username, password } = url;
  if (username !== '' || password !== '') {
    throw new errors.InvalidClientMetadata('redirect_uris must not contain credentials');
  }
  const isLocal = protocol === 'http:' && LOOPBACK.includes(hostname);
  const isOwn = OWN_SCHEME.test(protocol) || KNOWN_SCHEMES.includes(protocol);
  if (protocol === 'https:' || isLocal || isOwn) return protocol;
  throw new errors.InvalidClientMetadata(
    'redirect_uris can use https, http on the loopback, and schemes with a dot such as com.example.app',
  );
}

interface RegisteredClient {
  readonly clientId: string;
  readonly clientName?: string | undefined;
  readonly clientIdMetadataDocument?: boolean;
}

/** Describes the identity that an agent claims, for the consent page. */
export function showClient(client: RegisteredClient, redirectUri: string): ClientDescription {
  const host = client.clientIdMetadataDocument ? new URL(client.clientId).host : null;
  const redirectHost = describeRedirectHost(redirectUri);
  return { name: client.clientName || host || redirectHost, host, redirectHost };
}

/** Returns `example.com`, `this computer`, or the scheme that opens an app, such as `cursor:`. */
export function describeRedirectHost(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol !== 'https:' && protocol !== 'http:') return protocol.slice(0, 40);
  return LOOPBACK.includes(hostname) ? 'this computer' : host;
}
