import { NotConnected } from '../../runtime/connection.js';
import { readEnvironment } from '../../runtime/env.js';

/**
 * Checks that the platform's key for stored secrets is given. If it is not, the parser used a
 * placeholder, which sealed no secret.
 * @throws {NotConnected}
 */
export function requireSecretsKey(): void {
  if (readEnvironment()['SECRETS_KEY']?.trim()) return;
  throw new NotConnected('Set SECRETS_KEY to the value that the platform uses.');
}
