import type { Platform } from '../../catalogue/social-platforms.js';
import type { ConnectError } from '../../contract/social-connect.js';

/** The outcome of connecting an account, for the caller's app. */
export type ConnectOutcome =
  | { readonly status: 'connected' }
  | { readonly status: 'denied' | 'failed'; readonly error: ConnectError };

/**
 * Builds the URL that the owner returns to. It contains only these four values, never a code or a
 * token.
 */
export function buildReturnUrl(
  link: {
    readonly redirectUrl: string;
    readonly characterId: string;
    readonly platform: Platform;
  },
  outcome: ConnectOutcome,
): string {
  const url = new URL(link.redirectUrl);
  url.searchParams.set('status', outcome.status);
  url.searchParams.set('character_id', link.characterId);
  url.searchParams.set('platform', link.platform);
  url.searchParams.delete('error');
  if (outcome.status !== 'connected') url.searchParams.set('error', outcome.error);
  return url.href;
}
