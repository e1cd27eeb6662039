import type { OpenIdClient } from '../adapters/identity/openid-connect.js';
import { HTTP, type EnvReader } from './env-reader.js';

/** Settings for sign-in methods other than links, and for links on operator pages. */
export interface IdentityEnv {
  /** The Temporal UI's URL for operators; null if unknown. */
  readonly temporalUiUrl: string | null;
  /** The OpenID Connect client for single sign-on; null if not configured. */
  readonly openId: OpenIdClient | null;
}

export const readIdentity = (read: EnvReader): IdentityEnv => ({
  temporalUiUrl: read.optional('TEMPORAL_UI_URL') ? read.url('TEMPORAL_UI_URL', HTTP) : null,
  openId: readOpenId(read),
});

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

function readOpenId(read: EnvReader): OpenIdClient | null {
  const issuer = read.optional('OIDC_ISSUER');
  const clientId = read.optional('OIDC_CLIENT_ID');
  const clientSecret = read.optional('OIDC_CLIENT_SECRET');
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret) {
    read.problems.push(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three or none',
    );
    return null;
  }
  const url = URL.parse(issuer);
  const isSafe = url?.protocol === 'https:';
  const isLocal = url?.protocol === 'http:' && LOCAL.includes(url.hostname);
  if (!isSafe && !isLocal) {
    read.problems.push('OIDC_ISSUER must be a URL that starts with https://');
  }
  // The issuer is kept unchanged, because with or without a trailing slash it is a different
  // issuer.
  return { issuer, clientId, clientSecret };
}
