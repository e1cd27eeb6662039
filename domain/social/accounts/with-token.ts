import { PlatformFailure } from '../../ports/social-platform.js';
import { isDue } from './next-refresh.js';
import { buildLoginNeeded, readTokens, type HeldTokens, type TokenDeps } from './read-tokens.js';
import { markNeedsLogin, refreshAccount } from './refresh-account.js';

export type { TokenDeps } from './read-tokens.js';

/** Credentials for calling a platform. They are stored nowhere else. */
export interface PlatformAccess {
  readonly accessToken: string;
  readonly remoteId: string;
  readonly username: string;
}

/**
 * Runs `use` with an account's access token. The token is refreshed before it expires, and once if
 * the platform refuses it: then `use` is repeated, because a refused call had no effect.
 * @throws {PlatformFailure} `reauth` with ACCOUNT_DISCONNECTED or ACCOUNT_NEEDS_LOGIN; errors of
 * the refresh and of `use`
 */
export async function withToken<T>(
  deps: TokenDeps,
  socialAccountId: string,
  use: (access: PlatformAccess) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const held = await readUsable(deps, socialAccountId);
  signal.throwIfAborted();
  const first = await attempt(deps, held, use);
  if ('done' in first) return first.done;
  const renewed = await refreshAccount(deps, held);
  signal.throwIfAborted();
  const second = await attempt(deps, renewed, use);
  if ('done' in second) return second.done;
  // The platform refuses the new tokens as well: only the account's owner can fix this.
  throw await endConnection(deps, renewed, second.refused);
}

/**
 * Reads the tokens, and refreshes them if due. A failed refresh is retried later while the tokens
 * still work.
 */
async function readUsable(deps: TokenDeps, id: string): Promise<HeldTokens> {
  const held = await readTokens(deps.db.manager, deps.vault, id);
  const { platform, tokens, tokensAt } = held;
  const now = Date.now();
  if (!isDue(platform, tokens, { tokensAt, now })) return held;
  try {
    return await refreshAccount(deps, held);
  } catch (error) {
    const isOver = !(error instanceof PlatformFailure) || error.kind === 'reauth';
    const hasEnded = tokens.accessExpiresAt !== null && tokens.accessExpiresAt <= Date.now();
    if (isOver || hasEnded) throw error;
    return held;
  }
}

type Attempt<T> = { readonly done: T } | { readonly refused: PlatformFailure };

async function attempt<T>(
  deps: TokenDeps,
  held: HeldTokens,
  use: (access: PlatformAccess) => Promise<T>,
): Promise<Attempt<T>> {
  const { tokens, remoteId, username } = held;
  try {
    return { done: await use({ accessToken: tokens.accessToken, remoteId, username }) };
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error;
    if (error.kind === 'unauthorized') return { refused: error };
    if (error.kind === 'reauth') throw await endConnection(deps, held, error);
    throw error;
  }
}

/** Marks an account whose connection the platform has ended. */
async function endConnection(
  deps: TokenDeps,
  held: HeldTokens,
  { platformCode }: PlatformFailure,
): Promise<PlatformFailure> {
  await markNeedsLogin(deps, deps.db.manager, held, platformCode);
  return buildLoginNeeded('ACCOUNT_NEEDS_LOGIN', platformCode);
}
