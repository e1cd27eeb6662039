import type { Platform } from '../../catalogue/social-platforms.js';
import { refuseUnknown } from '../../contract/refusal.js';
import type { DisconnectedBody } from '../../contract/social-account.js';
import { answerOnce, type RequestClaim } from '../../durable/answer-once.js';
import type { StartDeps } from '../../durable/start-workflow.js';
import { endAccount, type EndedAccount } from './end-accounts.js';
import { endFees } from './end-fees.js';
import { revokeEnded, type RevokeDeps } from './revoke-ended.js';

interface Disconnection {
  readonly accountId: string;
  readonly characterId: string;
  readonly platform: Platform;
  readonly claim: RequestClaim;
}

/**
 * Ends a connection: deletes its tokens, stops its fee, and gives its slot in the plan to the
 * oldest connection with a fee. Published posts stay; a scheduled post fails on this platform when
 * it is due. Then requests the platform to revoke the tokens.
 * @throws {Refusal} NOT_FOUND
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export async function disconnectAccount(
  deps: StartDeps & RevokeDeps,
  { accountId, characterId, platform, claim }: Disconnection,
): Promise<DisconnectedBody> {
  let ended: EndedAccount | null = null;
  const answer = await answerOnce(deps, claim, async (tx, once) => {
    ended = await endAccount(tx, { accountId, characterId, platform });
    if (!ended) throw refuseUnknown('social account', `${characterId}/${platform}`);
    await endFees(tx, accountId);
    return once.answer<DisconnectedBody>({
      object: 'social_account',
      character_id: characterId,
      platform,
      deleted: true,
    });
  });
  await revokeEnded(deps, ended ? [ended] : []);
  return answer;
}
