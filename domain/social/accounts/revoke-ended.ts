import type { Platform } from '../../catalogue/social-platforms.js';
import type { Log } from '../../ports/log.js';
import { PlatformFailure, type SocialPlatform } from '../../ports/social-platform.js';
import type { Vault } from '../../ports/vault.js';
import type { EndedAccount } from './end-accounts.js';
import { openTokens } from './token-columns.js';

export interface RevokeDeps {
  readonly platforms: ReadonlyMap<Platform, SocialPlatform>;
  readonly vault: Vault;
  readonly log: Log;
}

/** Maximum time that a request waits for its revocations. */
const REVOKE_MS = 5_000;

/**
 * Requests the platforms, concurrently, to revoke connections that we ended. Best effort: never
 * rejects, because the tokens are deleted in any case.
 */
export async function revokeEnded(
  deps: RevokeDeps,
  ended: readonly EndedAccount[],
  deadlineMs = REVOKE_MS,
): Promise<void> {
  const signal = AbortSignal.timeout(deadlineMs);
  await Promise.all(ended.map((account) => revoke(deps, account, signal)));
}

async function revoke(
  { platforms, vault, log }: RevokeDeps,
  { id, platform, tokens, token_version: version }: EndedAccount,
  signal: AbortSignal,
): Promise<void> {
  try {
    const opened = openTokens(vault, { id, platform, version }, tokens);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    await Promise.race([platforms.get(platform)?.revoke?.(opened, signal), late]);
  } catch (error) {
    // The platform's error message may contain a token, so only our own text is logged.
    const reason = error instanceof PlatformFailure ? error.platformCode : 'no answer';
    log.warn({ id, platform, reason }, 'a connection was not revoked at its platform');
  }
}
