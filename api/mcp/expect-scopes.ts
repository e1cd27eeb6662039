import type { Caller } from '../../domain/accounts/caller.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { sendScopeChallenge } from '../oauth/challenge.js';
import type { ToolEntry } from './tools.js';

/**
 * Reports to an OAuth client which scopes a tool needs in addition to the granted ones, so that the
 * client can request them. An API key's scopes are fixed: for a key without them, the tool is
 * absent.
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
  // The client's new request must include the scopes that it already has.
  const wanted = [...new Set([...scopes, ...needed])];
  throw new Refusal('FORBIDDEN', {
    message: `This needs the scope \`${missing}\`, which was not granted. Connect again and grant it.`,
    details: { required_scope: missing, scopes },
    headers: { 'WWW-Authenticate': sendScopeChallenge(publicUrl, ...wanted) },
  });
}
