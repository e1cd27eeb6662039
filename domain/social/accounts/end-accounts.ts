import type { EntityManager } from 'typeorm';
import type { Platform } from '../../catalogue/social-platforms.js';
import { queryRows } from '../../../entities/rows.js';
import { endFees, lockConnections } from './end-fees.js';

/** An ended connection, with the data needed to revoke it at the platform. */
export interface EndedAccount {
  readonly id: string;
  readonly platform: Platform;
  /** The tokens, sealed as in the row. */
  readonly tokens: string;
  readonly token_version: number;
}

const END = (where: string) => `
DELETE FROM social_account WHERE account_id = $1 AND character_id = $2 AND ${where}
RETURNING id, platform, tokens, token_version`;

/**
 * Ends all of a character's connections: deletes their tokens, stops their fees, and gives their
 * slots in the plan to other connections. Published posts stay; scheduled posts fail on these
 * platforms when they are due.
 * @returns the connections to revoke after the caller's commit
 */
export async function endCharacterAccounts(
  tx: EntityManager,
  { accountId, characterId }: { readonly accountId: string; readonly characterId: string },
): Promise<EndedAccount[]> {
  await lockConnections(tx, accountId);
  const ended = await queryRows<EndedAccount>(tx, END('true'), [accountId, characterId]);
  if (ended.length > 0) await endFees(tx, accountId);
  return ended;
}

/** Ends one connection. The caller gives its slot in the plan to another connection (`endFees`). */
export async function endAccount(
  tx: EntityManager,
  named: { accountId: string; characterId: string; platform: Platform },
): Promise<EndedAccount | null> {
  const { accountId, characterId, platform } = named;
  await lockConnections(tx, accountId);
  const ended = await queryRows<EndedAccount>(tx, END('platform = $3'), [
    accountId,
    characterId,
    platform,
  ]);
  return ended[0] ?? null;
}
