import type { Contract } from '../../api/contract.js';
import type { Route } from '../../api/route.js';
import { addMember } from '../../domain/accounts/add-member.js';
import { SCOPES } from '../../domain/catalogue/scopes.js';
import { createId } from '../../domain/contract/ids.js';
import type { ApiSuite, Customer } from '../api/suite.js';
import type { ApiClient } from '../support/client.js';
import { Browser, signedIn } from '../support/person.js';

/** A sender of requests: an API key, or a browser with a session. */
type Sender = Pick<ApiClient | Browser, 'call' | 'refused'>;

/**
 * Returns a caller who may use a route at its entry point: the caller that `prepare` signed in, if it stored a cookie.
 */
export async function senderOf(
  suite: ApiSuite,
  { accountId, client }: Customer,
  { entryPoint, right }: Contract,
  { cookie }: Readonly<Record<string, string>> = {},
): Promise<Sender> {
  if (entryPoint !== 'app') return client;
  if (cookie !== undefined) return Browser.with(suite.api.url, cookie);
  return signedIn(suite.db, suite.api.url, { accountId, operator: right === 'operate' });
}

/** Creates an unauthenticated caller. */
export const strangerAt = (suite: ApiSuite, { entryPoint }: Route): Sender =>
  entryPoint === 'app' ? new Browser(suite.api.url) : suite.client(null);

/** Creates a caller with every right except the given right; null when every signed-in caller may use the route. */
export async function unentitledTo(
  suite: ApiSuite,
  { entryPoint, right, scope }: Route,
): Promise<Sender | null> {
  const scopes = SCOPES.filter((one) => one !== scope);
  const { accountId, client } = await suite.customer(entryPoint === 'app' ? {} : { scopes });
  if (entryPoint !== 'app') return client;
  if (!right) return null;
  if (right === 'operate') return signedIn(suite.db, suite.api.url, { accountId });
  const memberId = createId('mem');
  await addMember(suite.db.manager, { id: memberId, accountId, name: 'Ada', role: 'viewer' });
  return signedIn(suite.db, suite.api.url, { accountId, memberId });
}
