import { SCOPES } from '../../domain/catalogue/scopes.js';

/** Where the parts of the sign-in of agents are. */
export const OAUTH = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const;

export const SERVER_METADATA = '/.well-known/oauth-authorization-server';
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** Where people answer an agent. */
export const CONSENT_PAGE = '/app/consent';

/** For whom tokens are made: the address of the MCP server. */
export const audienceOf = (publicUrl: string): string => `${publicUrl}/mcp`;

/** Every scope, as OAuth writes several. */
export const ALL_SCOPES = SCOPES.join(' ');
