import type { Context, Middleware } from 'koa';
import type { Scope } from '../../domain/catalogue/scopes.js';
import type { Caller, AuthenticatedCaller } from '../../domain/accounts/caller.js';
import { refuseKey, refuseSuspended } from '../../domain/accounts/expect-rights.js';
import type { ExtraRead } from '../../domain/accounts/find-callers.js';
import type { RateState } from '../../domain/accounts/request-rate.js';
import { hashApiKey, isApiKey } from '../../domain/contract/create-api-key.js';
import { Refusal } from '../../domain/contract/refusal.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { runAsStranger, runInOwnerTurn } from './stranger-turn.js';

type KeyEdge = Pick<Edge, 'ipLimit' | 'keyGuesses' | 'knownKeys' | 'keyLookups'>;

/**
 * Authenticates a request by its headers, before its body is read. Checks key (401), suspension
 * (403), request rate (429) and scope (403), in this order. Missing, malformed, unknown and revoked
 * keys get the same response.
 */
export async function admit(
  ctx: Context,
  deps: Deps,
  edge: KeyEdge,
  scope: Scope,
  wanted: ExtraRead | null,
): Promise<Pick<AuthenticatedCaller, 'caller' | 'prefetched'>> {
  const known = await admitKnown(ctx, deps, edge, wanted);
  if (!known) {
    edge.ipLimit.count(ctx.ip);
    throw refuseKey();
  }
  expectScope(known.caller, scope);
  return known;
}

/** Checks that a caller has a scope. @throws {Refusal} FORBIDDEN */
export function expectScope({ scopes }: Pick<Caller, 'scopes'>, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new Refusal('FORBIDDEN', {
    message: `This key lacks the scope \`${scope}\`, or the role of its member no longer includes it. Use a key that has it.`,
    details: { required_scope: scope, scopes },
  });
}

/**
 * Admits a request to an unknown path or method: the request counts against its key's rate, and the
 * headers show the rate. The response is 404 or 405, with or without a key.
 */
export function admitAnyway(deps: Deps, edge: KeyEdge): Middleware {
  return async (ctx, next) => {
    const isKnown = (await admitKey(ctx, deps, edge)) !== null;
    if (!isKnown && ctx.get('Authorization') !== '') edge.ipLimit.count(ctx.ip);
    await next();
  };
}

/**
 * Returns the key's caller; null if the key is unknown.
 * @throws {Refusal} 403 if suspended, 429 if over the rate
 */
export async function admitKey(ctx: Context, deps: Deps, edge: KeyEdge): Promise<Caller | null> {
  return (await admitKnown(ctx, deps, edge, null))?.caller ?? null;
}

async function admitKnown(
  ctx: Context,
  deps: Deps,
  edge: KeyEdge,
  wanted: ExtraRead | null,
): Promise<AuthenticatedCaller | null> {
  const key = /^Bearer ([^\s]+)$/i.exec(ctx.get('Authorization'))?.[1] ?? '';
  if (!isApiKey(key)) return null;
  const hash = hashApiKey(key);
  const findKeyOwner = () => edge.keyLookups.find(hash, wanted);
  const known = await runInKeyTurn(ctx, deps, edge, { hash, lookUp: findKeyOwner });
  if (known) applyRateLimit(ctx, known);
  return known;
}

/**
 * Admits a known caller and sets the rate headers. @throws {Refusal} 403 if suspended, 429 if over
 * the rate
 */
export function applyRateLimit(ctx: Context, { caller, rate }: AuthenticatedCaller): Caller {
  ctx.state.caller = caller;
  setRateHeaders(ctx, rate);
  if (caller.suspended) throw refuseSuspended();
  if (!rate.allowed) {
    throw new Refusal('RATE_LIMITED', { headers: { 'Retry-After': String(rate.retryAfter) } });
  }
  return caller;
}

/** The hash of a secret, and the function that finds its owner. */
interface SecretLookup<T> {
  readonly hash: Buffer;
  readonly lookUp: () => Promise<T | null>;
}

/**
 * Looks up an API key's owner in the queue. One statement finds many keys, so unknown keys share
 * the queue with known keys, unless their network has sent too many unknown keys.
 * @throws {Refusal} UNAVAILABLE if too many requests are waiting, with this key or with all keys;
 * RATE_LIMITED for a key that this process has not accepted, from a network that guesses keys
 */
async function runInKeyTurn<T>(
  { ip }: Context,
  { admissions }: Pick<Deps, 'admissions'>,
  { knownKeys, keyGuesses }: Pick<Edge, 'knownKeys' | 'keyGuesses'>,
  { hash, lookUp }: SecretLookup<T>,
): Promise<T | null> {
  const name = hash.toString('base64url');
  if (!knownKeys.has(name)) keyGuesses.expectWithinLimit(ip);
  const known = await runInOwnerTurn(admissions, knownKeys.findOwner(name, ip), lookUp);
  knownKeys.note(name, known !== null);
  if (known === null) keyGuesses.count(ip);
  return known;
}

/**
 * Looks up the owner of a session or an access token, with one statement each. A secret that this
 * process has not accepted before waits in the queue of unauthenticated clients.
 * @throws {Refusal} UNAVAILABLE if too many requests are waiting; RATE_LIMITED for a network over
 * its limit
 */
export async function findSecretOwner<T>(
  ctx: Context,
  deps: Pick<Deps, 'admissions' | 'strangers'>,
  { knownKeys, ipLimit }: Pick<Edge, 'knownKeys' | 'ipLimit'>,
  { hash, lookUp }: SecretLookup<T>,
): Promise<T | null> {
  const name = hash.toString('base64url');
  const known = knownKeys.has(name)
    ? await runInOwnerTurn(deps.admissions, knownKeys.findOwner(name, ctx.ip), lookUp)
    : await runAsStranger(ctx, deps, { ipLimit }, lookUp);
  knownKeys.note(name, known !== null);
  return known;
}

/** Sets the X-RateLimit-* headers and the draft standard's RateLimit headers. */
function setRateHeaders(ctx: Context, rate: RateState): void {
  const { limit, remaining, resetAt } = rate;
  const wait = Math.max(0, resetAt - Math.floor(Date.now() / 1_000));
  ctx.set({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetAt),
    'RateLimit-Policy': `"key";q=${limit};w=60`,
    RateLimit: `"key";r=${remaining};t=${wait}`,
  });
}
