import { createHmac, generateKeyPairSync } from 'node:crypto';
import OidcProvider, { errors, type Configuration } from 'oidc-provider';
import { GRANT_SECONDS } from '../../domain/agents/records.js';
import { mayGoOn } from '../../domain/agents/subject.js';
import type { Deps } from '../../runtime/deps.js';
import { createAdapters } from './adapter.js';
import { ALL_SCOPES, buildAudience, CONSENT_PAGE, OAUTH } from './addresses.js';
import { narrowMetadata } from './clients.js';
import { renderProblem } from './error-page.js';
import { createGuardedFetch } from './guarded-fetch.js';
import { createPolicy } from './consent-prompts.js';

/** Lifetimes in seconds. A grant ends when its refresh token expires unused. */
const SECONDS = {
  AccessToken: 3_600,
  AuthorizationCode: 60,
  Grant: GRANT_SECONDS,
  /** Time limit for a person to sign in and decide. */
  Interaction: 1_800,
  RefreshToken: 30 * 86_400,
  Session: 600,
} as const;

type OAuthDeps = Pick<Deps, 'db' | 'env' | 'fetchDocument' | 'log' | 'strangers'>;

/** Returns whether a client's metadata document may be fetched from this address now. */
export type MayFetch = (address: string) => boolean;

/**
 * Creates the authorisation server for agents with `oidc-provider`, using only its OAuth part
 * (docs/decisions/0016-oauth-of-agents.md).
 */
export function createProvider(deps: OAuthDeps, mayFetch: MayFetch): OidcProvider {
  const { publicUrl } = deps.env;
  const provider = new OidcProvider(publicUrl, configure(deps, mayFetch));
  // The headers used to build response addresses come from `serveOAuth`, not from the caller.
  provider.proxy = true;
  provider.silent = true;
  // Errors before a person has answered stay on our page (no open redirects): anyone can register
  // an address and send an invalid request.
  provider.on('authorization.error', (ctx, error) => {
    if (ctx.path === OAUTH.authorize) error.allow_redirect = false;
  });
  provider.on('server_error', (_ctx, error) => deps.log.error({ err: error }, 'OAuth failed'));
  return provider;
}

function configure(deps: OAuthDeps, mayFetch: MayFetch): Configuration {
  const { publicUrl, secretsKeys } = deps.env;
  const { db, strangers } = deps;
  return {
    adapter: createAdapters({ db, publicUrl, strangers }),
    clientAuthMethods: ['none'],
    clientDefaults: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256' },
    // Allows the agent's pages to request tokens from the browser.
    clientBasedCORS: (_ctx, origin, { redirectUris = [] }) =>
      origin !== 'null' && redirectUris.some((uri) => URL.parse(uri)?.origin === origin),
    cookies: {
      keys: secretsKeys.map((key) => deriveCookieKey(key)),
      long: { path: '/oauth' },
      short: { path: OAUTH.authorize },
    },
    expiresWithSession: () => false,
    extraClientMetadata: {
      // The library calls the validator with all fields, before its own validation.
      properties: ['software_id'],
      validator: (_ctx, _name, _value, metadata) => narrowMetadata(metadata),
    },
    features: configureFeatures(publicUrl, mayFetch),
    fetch: createGuardedFetch(deps.fetchDocument),
    findAccount: async (_ctx, accountId) =>
      (await mayGoOn(deps.db.manager, accountId)) ? toAccount(accountId) : undefined,
    interactions: {
      policy: createPolicy(),
      url: (_ctx, { uid }) => buildConsentUrl(publicUrl, uid),
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    jwks: { keys: [makeIdleKey()] },
    // Use only the grant from the answer just given, so that an earlier grant never skips the
    // question.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    pkce: { required: () => true },
    renderError: renderProblem,
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: ROUTES,
    scopes: ['offline_access'],
    ttl: SECONDS,
  };
}

const ROUTES: Configuration['routes'] = {
  authorization: OAUTH.authorize,
  registration: OAUTH.register,
  revocation: OAUTH.revoke,
  token: OAUTH.token,
};

const toAccount = (accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) });

const buildConsentUrl = (publicUrl: string, uid: string): string =>
  `${publicUrl}${CONSENT_PAGE}?uid=${uid}`;

/**
 * Derives the cookie key, which is the same in all processes and does not reveal the original key.
 */
const deriveCookieKey = (key: string): string =>
  createHmac('sha256', key).update('cookies of OAuth').digest('base64url');

const fetchedFor = new WeakSet();

/**
 * Returns whether this request has not fetched the client's metadata document yet. After a failure,
 * the library would fetch it again.
 */
function isFirstFetch(request: object): boolean {
  if (fetchedFor.has(request)) return false;
  fetchedFor.add(request);
  return true;
}

const configureFeatures = (publicUrl: string, mayFetch: MayFetch): Configuration['features'] => ({
  clientIdMetadataDocument: {
    enabled: true,
    ack: 'draft-02',
    allowFetch: (ctx) => isFirstFetch(ctx) && mayFetch(ctx.ip),
    allowClient: () => true,
    cacheDuration: { min: 300, max: 86_400 },
  },
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  registration: { enabled: true, issueRegistrationAccessToken: false },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => buildAudience(publicUrl),
    getResourceServerInfo: (_ctx, resource) => {
      const audience = buildAudience(publicUrl);
      if (resource !== audience) throw new errors.InvalidTarget();
      const accessTokenTTL = SECONDS.AccessToken;
      return { scope: ALL_SCOPES, audience, accessTokenFormat: 'opaque', accessTokenTTL };
    },
    useGrantedResource: () => true,
  },
  revocation: {
    enabled: true,
    allowedPolicy: (_ctx, { clientId }, token) => token.clientId === clientId,
  },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
});

/**
 * Creates a key because the library requires one to start. Tokens are not JWTs, so it never signs
 * anything.
 */
const makeIdleKey = () => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  use: 'sig',
  alg: 'ES256',
});
