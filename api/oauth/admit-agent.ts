import type { Context } from 'koa';
import type { Caller } from '../../domain/accounts/caller.js';
import { refuseKey } from '../../domain/accounts/expect-rights.js';
import { authenticateAgent } from '../../domain/agents/authenticate-agent.js';
import { hashId } from '../../domain/agents/records.js';
import { Refusal } from '../../domain/contract/refusal.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { admitKey, applyRateLimit, findSecretOwner } from '../middleware/admit.js';
import { buildAudience } from './addresses.js';
import { sendTokenChallenge } from './challenge.js';

type AgentEdge = Pick<Edge, 'ipLimit' | 'keyGuesses' | 'knownKeys' | 'keyLookups'>;

/** Prefix of every API key, including invalid ones. */
const KEY_PREFIX = 'svc_live_';

/**
 * Authenticates an agent by its headers: an API key, or an access token approved by a person.
 * Refuses missing credentials (401), suspension (403) and an exceeded rate (429). When a key is
 * refused, the response does not mention OAuth: a user with a configured key does not want a
 * sign-in page.
 */
export async function admitAgent(ctx: Context, deps: Deps, edge: AgentEdge): Promise<Caller> {
  const token = /^Bearer ([^\s]+)$/i.exec(ctx.get('Authorization'))?.[1] ?? '';
  if (token.startsWith(KEY_PREFIX)) {
    const caller = await admitKey(ctx, deps, edge);
    if (caller) return caller;
    edge.ipLimit.count(ctx.ip);
    throw refuseKey();
  }
  const { publicUrl } = deps.env;
  const known = token === '' ? null : await findAgentCaller(ctx, deps, edge, token);
  if (known) return applyRateLimit(ctx, known);
  edge.ipLimit.count(ctx.ip);
  throw new Refusal('UNAUTHORIZED', {
    message: 'Sign in with OAuth, or send `Authorization: Bearer <API_KEY>` with an active key.',
    headers: { 'WWW-Authenticate': sendTokenChallenge(publicUrl, token !== '') },
  });
}

function findAgentCaller(ctx: Context, deps: Deps, edge: AgentEdge, token: string) {
  const hash = hashId(token);
  const find = () => authenticateAgent(deps.db.manager, hash, buildAudience(deps.env.publicUrl));
  return findSecretOwner(ctx, deps, edge, { hash, lookUp: find });
}
