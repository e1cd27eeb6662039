import type { OpenIdClient } from '../adapters/identity/openid-connect.js';
import { HTTP, type EnvReader } from './env-reader.js';

/** How people sign in beside links, and what the pages of operators link to. */
export interface IdentityEnv {
  /** Where people look at runs; null when it is not known. */
  readonly temporalUiUrl: string | null;
  /** The issuer of single sign-on; null for none. */
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
    read.problems.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together');
    return null;
  }
  const url = URL.parse(issuer);
  const isSafe = url?.protocol === 'https:';
  const isLocal = url?.protocol === 'http:' && LOCAL.includes(url.hostname);
  if (!isSafe && !isLocal) {
    read.problems.push('OIDC_ISSUER must be a URL that starts with https://');
  }
  // As it is written: an issuer that ends with a slash is another one than without it.
  return { issuer, clientId, clientSecret };
}
