import type { EntityManager } from 'typeorm';
import type { Caller } from '../../accounts/caller.js';
import { presentSocialAccount, type SocialAccountListBody } from '../../contract/social-account.js';
import { SocialAccount } from '../../../entities/social-account.js';

/**
 * Lists the caller's connected accounts, or one character's. Each character has only a few, so
 * there are no pages. The counts cover all characters.
 */
export async function listAccounts(
  db: EntityManager,
  { accountId, limits }: Pick<Caller, 'accountId' | 'limits'>,
  characterId?: string,
): Promise<SocialAccountListBody> {
  const rows = await db.find(SocialAccount, {
    where: { accountId },
    order: { createdAt: 'ASC', id: 'ASC' },
  });
  const asked = rows.filter((row) => characterId === undefined || row.characterId === characterId);
  return {
    object: 'list',
    data: asked.map((row) => presentSocialAccount(row)),
    included_accounts: limits.included_social_accounts,
    connected_accounts: rows.length,
  };
}
