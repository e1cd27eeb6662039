import { SCOPES } from '../../domain/catalogue/scopes.js';

/** Paths of the OAuth endpoints. */
export const OAUTH = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const;

export const SERVER_METADATA = '/.well-known/oauth-authorization-server';
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** Page on which people allow or deny an agent. */
export const CONSENT_PAGE = '/app/consent';

/** Builds the tokens' audience: the address of the MCP server. */
export const buildAudience = (publicUrl: string): string => `${publicUrl}/mcp`;

/** All scopes in OAuth notation. */
export const ALL_SCOPES = SCOPES.join(' ');
