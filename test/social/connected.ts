import { SocialAccount } from '../../entities/social-account.js';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import { createId, createSubjectId } from '../../domain/contract/ids.js';
import type { Tokens } from '../../domain/ports/social-platform.js';
import { commitAndStart } from '../../domain/durable/answer-once.js';
import { connectFee } from '../../domain/social/accounts/connect-fee.js';
import type { Deps } from '../../runtime/deps.js';
import type { TestAccount } from '../support/accounts.js';

export interface Connection {
  readonly characterId: string;
  readonly platform: Platform;
  readonly remoteId: string;
  readonly now: Date;
}

/** Dependencies of `connect`. */
type ConnectDeps = Pick<Deps, 'db' | 'startWorkflow' | 'log' | 'vault'>;

export const TOKENS: Tokens = {
  accessToken: 'access-of-the-test',
  accessExpiresAt: null,
  refreshToken: 'refresh-of-the-test',
  refreshExpiresAt: null,
};

/** Stores a connected account with its fee, like the callback of a platform. */
export async function connect(
  deps: ConnectDeps,
  { accountId }: Pick<TestAccount, 'accountId'>,
  wanted: Partial<Connection> = {},
): Promise<Connection & { id: string }> {
  const { characterId = createSubjectId(), platform = 'threads', now = new Date() } = wanted;
  const { remoteId = `remote-${createSubjectId()}` } = wanted;
  const id = createId('sac');
  await commitAndStart(deps, async (tx, starts) => {
    await tx.insert(SocialAccount, {
      id,
      accountId,
      characterId,
      platform,
      remoteId,
      username: 'ava',
      scopes: [],
      tokens: deps.vault.seal(JSON.stringify(TOKENS), `${id}|${platform}|1`),
      tokensAt: now,
      nextRefreshAt: now,
      feeDueAt: now,
    });
    starts.push(...(await connectFee(tx, id, now)));
  });
  return { id, characterId, platform, remoteId, now };
}
