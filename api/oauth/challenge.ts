import type { Scope } from '../../domain/catalogue/scopes.js';
import { ALL_SCOPES, RESOURCE_METADATA } from './addresses.js';

const metadataOf = (publicUrl: string): string =>
  `resource_metadata="${publicUrl}${RESOURCE_METADATA}/mcp"`;

/**
 * Challenge for an agent without a valid token: it says where to get one.
 * @param sent whether the request had a token
 */
export const challengeToken = (publicUrl: string, sent: boolean): string => {
  const error = sent ? 'error="invalid_token", ' : '';
  return `Bearer ${error}${metadataOf(publicUrl)}, scope="${ALL_SCOPES}"`;
};

/** Challenge for an agent that needs a person to grant these scopes. */
export const challengeScope = (publicUrl: string, ...scopes: readonly Scope[]): string =>
  `Bearer error="insufficient_scope", ${metadataOf(publicUrl)}, scope="${scopes.join(' ')}"`;
