import { SocialAccount } from '../../../entities/social-account.js';
import { SocialConnectLink } from '../../../entities/social-connect-link.js';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../accounts/caller.js';
import { expectRights } from '../../accounts/expect-rights.js';
import { CONNECT_LINK_MS, type Platform } from '../../catalogue/social-platforms.js';
import { hasSocial } from '../../catalogue/plans.js';
import { Refusal } from '../../contract/refusal.js';
import type { ConnectAccountBody, SocialConnectLinkBody } from '../../contract/social-connect.js';
import { answerOnce, type RequestClaim } from '../../durable/answer-once.js';
import type { StartDeps } from '../../durable/start-workflow.js';
import type { Vault } from '../../ports/vault.js';
import { quoteConnectFee } from '../accounts/connect-fee.js';
import { expectCharacter } from '../accounts/postable.js';
import { hashToken, createHexToken } from './connect-tokens.js';

export interface OpenLinkDeps extends StartDeps {
  readonly vault: Vault;
  readonly env: { readonly publicUrl: string };
}

/**
 * Creates a one-time link for connecting a platform account. The response contains the link's
 * token. Only the token's hash is stored with the link, so the response is stored sealed.
 * @throws {Refusal} PLAN_REQUIRED, NOT_FOUND for the character
 */
export async function openConnectLink(
  deps: OpenLinkDeps,
  caller: Caller,
  claim: RequestClaim,
  body: ConnectAccountBody,
): Promise<SocialConnectLinkBody> {
  if (!hasSocial(caller.plan)) throw refusePlan(caller);
  const { accountId } = caller;
  const { character_id: characterId, platform } = body;
  const token = createHexToken();
  const expiresAt = new Date(Date.now() + CONNECT_LINK_MS);
  return answerOnce(
    deps,
    claim,
    async (tx, once) => {
      await expectCharacter(tx, accountId, characterId);
      const answered = await once.answer<SocialConnectLinkBody>({
        object: 'social_connect_link',
        url: `${deps.env.publicUrl}/connect/${token}`,
        character_id: characterId,
        platform,
        expires_at: expiresAt.getTime(),
        monthly_fee_credits: await expectFee(tx, { accountId, characterId, platform }),
      });
      await expectRights(tx, caller, 'social');
      await tx.insert(SocialConnectLink, {
        tokenHash: hashToken(token),
        accountId,
        characterId,
        platform,
        redirectUrl: body.redirect_url,
        expiresAt,
      });
      return answered;
    },
    { seal: deps.vault },
  );
}

const refusePlan = ({ plan }: Caller): Refusal =>
  new Refusal('PLAN_REQUIRED', {
    message: `Your ${plan} plan does not include social publishing. Choose a paid plan.`,
    details: { plan },
  });

/** Predicts the account's fee; an account that is already connected keeps its fee. */
async function expectFee(
  tx: EntityManager,
  place: { readonly accountId: string; readonly characterId: string; readonly platform: Platform },
): Promise<number> {
  const connected = await tx.findOneBy(SocialAccount, place);
  return connected?.feeCredits ?? quoteConnectFee(tx, place.accountId);
}
