import { HTTP, type EnvReader } from './env-reader.js';

/** How people sign in, and what the pages of operators link to. */
export interface IdentityEnv {
  /** Single sign-on; null unless configured. */
  readonly oidc: OidcEnv | null;
  /** Where people look at runs; null when it is not known. */
  readonly temporalUiUrl: string | null;
}

export interface OidcEnv {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export function readIdentity(read: EnvReader): IdentityEnv {
  return {
    oidc: readOidc(read),
    temporalUiUrl: read.optional('TEMPORAL_UI_URL') ? read.url('TEMPORAL_UI_URL', HTTP) : null,
  };
}

function readOidc(read: EnvReader): OidcEnv | null {
  const issuer = read.optional('OIDC_ISSUER');
  const clientId = read.optional('OIDC_CLIENT_ID');
  const clientSecret = read.optional('OIDC_CLIENT_SECRET');
  if (issuer && clientId && clientSecret) {
    return { issuer: read.url('OIDC_ISSUER', HTTP), clientId, clientSecret };
  }
  if (issuer || clientId || clientSecret) {
    read.problems.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together');
  }
  return null;
}
