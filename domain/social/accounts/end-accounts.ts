import type { EntityManager } from 'typeorm';
import type { Platform } from '../../catalogue/social-platforms.js';
import { rowsOf } from '../../../entities/rows.js';

/** A connection that is gone here, with what the platform is told to forget. */
export interface EndedAccount {
  readonly id: string;
  readonly platform: Platform;
  /** Sealed, as they were in the row. */
  readonly tokens: string;
  readonly token_version: number;
}

const END = (where: string) => `
DELETE FROM social_account WHERE account_id = $1 AND character_id = $2 AND ${where}
RETURNING id, platform, tokens, token_version`;

/**
 * Ends all connections of a character: their tokens are deleted, their fees stop. Nothing that was
 * published is touched, and posts that wait fail on these platforms when they are due.
 * @returns what the caller revokes after its commit
 */
export function endAccountsOf(
  tx: EntityManager,
  { accountId, characterId }: { readonly accountId: string; readonly characterId: string },
): Promise<EndedAccount[]> {
  return rowsOf<EndedAccount>(tx, END('true'), [accountId, characterId]);
}

/** The same for one platform. */
export async function endAccount(
  tx: EntityManager,
  named: { accountId: string; characterId: string; platform: Platform },
): Promise<EndedAccount | null> {
  const { accountId, characterId, platform } = named;
  const ended = await rowsOf<EndedAccount>(tx, END('platform = $3'), [
    accountId,
    characterId,
    platform,
  ]);
  return ended[0] ?? null;
}
