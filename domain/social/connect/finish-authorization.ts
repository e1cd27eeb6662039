import type { SocialConnectLink } from '../../../entities/social-connect-link.js';
import { PLATFORM_TABLE } from '../../catalogue/social-platforms.js';
import type { ConnectError } from '../../contract/social-connect.js';
import { commitInAccountTurn } from '../../durable/answer-once.js';
import type { StartDeps } from '../../durable/start-workflow.js';
import { PlatformFailure, type Grant, type SocialPlatform } from '../../ports/social-platform.js';
import { buildCallbackUrl, type ConnectDeps } from './begin-authorization.js';
import { endLink, findSentTo, isSameBrowser, takeState } from './callback-link.js';
import type { ConnectOutcome } from './return-url.js';
import { revokeEnded } from '../accounts/revoke-ended.js';
import { Unstorable, storeAccount } from './store-account.js';

export interface FinishDeps extends ConnectDeps, StartDeps {
  readonly newId: (prefix: 'sac') => string;
  /** Queues reads and writes per browser network. Exchanging a code does not use the queue. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The query of a platform's redirect, and the browser's cookie. */
export interface Callback {
  readonly code: string | null;
  readonly error: string | null;
  readonly browser: string;
}

/** The URL to redirect the owner to, or the page to show. */
export type AuthorizationResult =
  | { readonly sendTo: string }
  | { readonly page: 'unknown' | 'other_browser' | 'under_way' };

/** X's codes are valid for 30 seconds, and a browser is waiting. */
const EXCHANGE_MS = 25_000;

/**
 * Finishes an authorization, once: exchanges the code and stores the account. A repeated callback
 * leads to the same place as the first one.
 * @param link the link that `findByState` found
 */
export async function finishAuthorization(
  deps: FinishDeps,
  link: SocialConnectLink | null,
  callback: Callback,
): Promise<AuthorizationResult> {
  if (!link) return { page: 'unknown' };
  if (!isSameBrowser(link, callback.browser)) return { page: 'other_browser' };
  const taken = await deps.inTurn(() => takeState(deps.db, link));
  if (!taken) {
    const sendTo = await deps.inTurn(() => findSentTo(deps.db, link));
    return sendTo === null ? { page: 'under_way' } : { sendTo };
  }
  const granted = taken.inTime
    ? await findGrant(deps, link, callback)
    : buildFailedOutcome('expired');
  const sendTo = await keepEnd(deps, link, granted);
  return { sendTo };
}

async function keepEnd(
  deps: FinishDeps,
  link: SocialConnectLink,
  granted: Grant | ConnectOutcome,
): Promise<string> {
  if ('status' in granted) return end(deps, link, granted);
  try {
    const done = await commitInAccountTurn(deps, link.accountId, async (tx, starts) => {
      const stored = await storeAccount(tx, deps, link, granted);
      starts.push(...stored.starts);
      const sendTo = await endLink(tx, link, { status: 'connected' });
      return { sendTo, replaced: stored.replaced };
    });
    logOutcome(deps, link, { status: 'connected' });
    await revokeEnded(deps, done.replaced);
    return done.sendTo;
  } catch (error) {
    if (!(error instanceof Unstorable)) throw error;
    return end(deps, link, buildFailedOutcome(error.reason));
  }
}

async function end(deps: FinishDeps, link: SocialConnectLink, outcome: ConnectOutcome) {
  logOutcome(deps, link, outcome);
  return deps.inTurn(() => endLink(deps.db.manager, link, outcome));
}

function logOutcome({ log }: FinishDeps, link: SocialConnectLink, outcome: ConnectOutcome): void {
  const { accountId, characterId, platform } = link;
  log.info(
    { accountId, characterId, platform, ...outcome },
    'the authorization on a platform ended',
  );
}

const buildFailedOutcome = (error: ConnectError): ConnectOutcome => ({ status: 'failed', error });

/** Gets the owner's grant, or the reason why there is none. */
async function findGrant(
  deps: FinishDeps,
  link: SocialConnectLink,
  { code, error }: Callback,
): Promise<Grant | ConnectOutcome> {
  if (error === 'access_denied') return { status: 'denied', error };
  const platform = deps.platforms.get(link.platform);
  if (!platform) return buildFailedOutcome('misconfigured');
  if (error !== null || code === null || link.verifier === null)
    return buildFailedOutcome('platform_refused');
  const verifier = deps.vault.open(link.verifier, link.tokenHash);
  const grant = await exchange(deps, platform, { code, verifier });
  if ('status' in grant) return grant;
  const { scopes } = PLATFORM_TABLE[link.platform];
  const isWhole = scopes.every((scope) => grant.scopes.includes(scope));
  return isWhole ? grant : buildFailedOutcome('scope_missing');
}

async function exchange(
  { env, log }: FinishDeps,
  platform: SocialPlatform,
  answer: { readonly code: string; readonly verifier: string },
): Promise<Grant | ConnectOutcome> {
  const redirectUri = buildCallbackUrl(env.publicUrl, platform.name);
  try {
    const signal = AbortSignal.timeout(EXCHANGE_MS);
    return await platform.exchangeCode({ ...answer, redirectUri }, signal);
  } catch (error) {
    const failure = error instanceof PlatformFailure ? error : null;
    const facts = { kind: failure?.kind ?? null, platformCode: failure?.platformCode ?? null };
    // Logs only the type of other errors: their messages may contain data that we sent.
    const type = error instanceof Error ? error.name : typeof error;
    log.warn({ platform: platform.name, ...facts, type }, 'a code could not be exchanged');
    return buildFailedOutcome(toConnectError(failure));
  }
}

function toConnectError(failure: PlatformFailure | null): ConnectError {
  switch (failure?.kind) {
    case 'misconfigured':
      return 'misconfigured';
    case 'permanent':
    case 'reauth':
    case 'unauthorized':
      return 'platform_refused';
    default:
      return 'platform_unavailable';
  }
}
