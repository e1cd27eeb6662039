import type { TokenDeps } from '../domain/social/accounts/read-tokens.js';
import { refreshDue, type RefreshRound } from '../domain/social/accounts/refresh-due.js';
import { pruneLinks } from '../domain/social/connect/prune-links.js';
import { keepAlive } from './keep-alive.js';

/** Creates the steps that maintain connections to platforms. */
export function createTokenActivities(deps: TokenDeps) {
  return {
    /** @returns the number of accounts by token outcome, and the number of removed links */
    async refreshTokens(): Promise<RefreshRound & { links: number }> {
      return keepAlive(async ({ signal }) => ({
        links: await pruneLinks(deps.db, signal),
        ...(await refreshDue(deps, signal)),
      }));
    },
  };
}

export type { TokenDeps };
export type TokenActivities = ReturnType<typeof createTokenActivities>;
