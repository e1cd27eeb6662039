import { NotConnected } from '../../runtime/connection.js';
import { readEnvironment } from '../../runtime/env.js';

/**
 * Checks that SECRETS_KEY is set. Otherwise the parser has used a placeholder, which cannot open
 * any stored secret.
 * @throws {NotConnected}
 */
export function requireSecretsKey(): void {
  if (readEnvironment()['SECRETS_KEY']?.trim()) return;
  throw new NotConnected('Set SECRETS_KEY to the value that the platform uses.');
}
