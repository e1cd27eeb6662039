import type { EntityManager } from 'typeorm';
import type { Platform } from '../../catalogue/social-platforms.js';
import { rowsOf } from '../../../entities/rows.js';
import { endFees, lockConnections } from './end-fees.js';

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
 * Ends all connections of a character: their tokens are deleted, their fees stop, and their places of
 * the plan go to other connections. Published posts stay, and scheduled posts fail on these platforms
 * when they are due.
 * @returns what the caller revokes after its commit
 */
export async function endAccountsOf(
  tx: EntityManager,
  { accountId, characterId }: { readonly accountId: string; readonly characterId: string },
): Promise<EndedAccount[]> {
  await lockConnections(tx, accountId);
  const ended = await rowsOf<EndedAccount>(tx, END('true'), [accountId, characterId]);
  if (ended.length > 0) await endFees(tx, accountId);
  return ended;
}

/** Ends one connection. The caller gives its place of the plan to another one (`endFees`). */
export async function endAccount(
  tx: EntityManager,
  named: { accountId: string; characterId: string; platform: Platform },
): Promise<EndedAccount | null> {
  const { accountId, characterId, platform } = named;
  await lockConnections(tx, accountId);
  const ended = await rowsOf<EndedAccount>(tx, END('platform = $3'), [
    accountId,
    characterId,
    platform,
  ]);
  return ended[0] ?? null;
}
