import type { Scope } from '../../domain/catalogue/scopes.js';
import { ALL_SCOPES, RESOURCE_METADATA } from './addresses.js';

const buildMetadataParam = (publicUrl: string): string =>
  `resource_metadata="${publicUrl}${RESOURCE_METADATA}/mcp"`;

/**
 * Builds the challenge for an agent without a valid token. It contains the address for getting a
 * token.
 * @param sent whether the request had a token
 */
export const sendTokenChallenge = (publicUrl: string, sent: boolean): string => {
  const error = sent ? 'error="invalid_token", ' : '';
  return `Bearer ${error}${buildMetadataParam(publicUrl)}, scope="${ALL_SCOPES}"`;
};

/** Builds the challenge for an agent that needs a person to grant these scopes. */
export const sendScopeChallenge = (publicUrl: string, ...scopes: readonly Scope[]): string =>
  `Bearer error="insufficient_scope", ${buildMetadataParam(publicUrl)}, scope="${scopes.join(' ')}"`;
