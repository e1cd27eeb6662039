import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import type { SingleSignOn } from '../../domain/ports/single-sign-on.js';

/** Our credentials at a sign-in issuer. */
export interface OpenIdClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Timeout of an issuer's response in seconds; short, because a person is waiting for the page. */
const TIMEOUT_S = 10;

/**
 * Creates a sign-in by code flow with PKCE, state and nonce.
 * @param redirectUri as registered at the issuer
 */
export function createOpenIdConnect(client: OpenIdClient, redirectUri: string): SingleSignOn {
  const discover = createDiscovery(client);
  return {
    async begin({ state, nonce, verifier }) {
      const url = buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    async finish(query, { state, nonce, verifier }) {
      const config = await discover();
      const address = new URL(redirectUri);
      address.search = query;
      const tokens = await authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) return null;
      // Some issuers return the email address only from the user info endpoint.
      const hasEmail = claims['email'] !== undefined;
      return readVerifiedEmail(
        hasEmail ? claims : await fetchUserInfo(config, tokens.access_token, claims.sub),
      );
    },
  };
}

function readVerifiedEmail(claims: Readonly<Record<string, unknown>>): string | null {
  const { email, email_verified: isVerified } = claims;
  return typeof email === 'string' && isVerified === true ? email.toLowerCase() : null;
}

/** Discovers the issuer's metadata once, and again after a failure. */
function createDiscovery({ issuer, clientId, clientSecret }: OpenIdClient) {
  const server = new URL(issuer);
  const execute = [enableNonRepudiationChecks];
  if (server.protocol === 'http:') execute.push(allowInsecureRequests);
  const options = { execute, timeout: TIMEOUT_S };
  let found: Promise<Configuration> | null = null;
  return (): Promise<Configuration> => {
    found ??= discovery(server, clientId, undefined, authenticateBy(clientSecret), options).catch(
      (error: unknown) => {
        found = null;
        throw error;
      },
    );
    return found;
  };
}

/**
 * Sends the secret in the body if the issuer supports that, else in the header, which all issuers
 * support.
 */
const authenticateBy = (secret: string): ClientAuth => {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? [];
    (methods.includes('client_secret_post') ? inBody : inHeader)(server, ...rest);
  };
};
