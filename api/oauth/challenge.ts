import type { Scope } from '../../domain/catalogue/scopes.js';
import { ALL_SCOPES, RESOURCE_METADATA } from './addresses.js';

const metadataOf = (publicUrl: string): string =>
  `resource_metadata="${publicUrl}${RESOURCE_METADATA}/mcp"`;

/**
 * Tells an agent without a valid token where it gets one.
 * @param sent whether it has sent one
 */
export const challengeToken = (publicUrl: string, sent: boolean): string => {
  const error = sent ? 'error="invalid_token", ' : '';
  return `Bearer ${error}${metadataOf(publicUrl)}, scope="${ALL_SCOPES}"`;
};

/** Tells an agent that a person must allow it more: these scopes. */
export const challengeScope = (publicUrl: string, ...scopes: readonly Scope[]): string =>
  `Bearer error="insufficient_scope", ${metadataOf(publicUrl)}, scope="${scopes.join(' ')}"`;
