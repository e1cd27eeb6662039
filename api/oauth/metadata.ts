import { SCOPES } from '../../domain/catalogue/scopes.js';
import { buildAudience, OAUTH } from './addresses.js';

/** Describes the protected resource: the source of tokens for the MCP server (RFC 9728). */
export const describeResource = (publicUrl: string) => ({
  resource: buildAudience(publicUrl),
  authorization_servers: [publicUrl],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Media platform',
  resource_documentation: `${publicUrl}/docs`,
});

/**
 * Describes the authorization server (RFC 8414). Written by hand, because the library's document
 * describes OpenID Connect, which this service does not offer.
 */
export const describeServer = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: publicUrl + OAUTH.authorize,
  token_endpoint: publicUrl + OAUTH.token,
  registration_endpoint: publicUrl + OAUTH.register,
  revocation_endpoint: publicUrl + OAUTH.revoke,
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${publicUrl}/docs`,
});
