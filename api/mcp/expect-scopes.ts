import type { Caller } from '../../domain/accounts/caller.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { sendScopeChallenge } from '../oauth/challenge.js';
import type { ToolEntry } from './tools.js';

/**
 * Reports to a client connected by OAuth which scope a tool needs in addition to the granted ones,
 * so that it can request it. The scopes of an API key are fixed: for a key, such a tool is absent.
 * @param called names of tools
 * @throws {Refusal} FORBIDDEN, with the challenge `insufficient_scope` (RFC 6750)
 */
export function expectScopes(
  tools: ReadonlyMap<string, ToolEntry>,
  called: readonly string[],
  { scopes }: Pick<Caller, 'scopes'>,
  publicUrl: string,
): void {
  const needed = called.flatMap((name) => tools.get(name)?.answerable.route.scope ?? []);
  const missing = needed.find((scope) => !scopes.includes(scope));
  if (missing === undefined) return;
  // A new request must include the scopes that the client already has.
  const wanted = [...new Set([...scopes, ...needed])];
  throw new Refusal('FORBIDDEN', {
    message: `This needs the scope \`${missing}\`, which was not granted. Connect again and grant it.`,
    details: { required_scope: missing, scopes },
    headers: { 'WWW-Authenticate': sendScopeChallenge(publicUrl, ...wanted) },
  });
}
