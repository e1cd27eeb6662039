import { Type, type Static } from 'typebox';
import type { Platform } from '../catalogue/social-platforms.js';
import { SocialPlatformName } from './choices.js';
import { withDescription, ObjectName, OwnSubjectId, SubjectId, UnixMs } from './common.js';

/** A connected account in a response. */
export const SocialAccountSchema = Type.Object(
  {
    object: ObjectName('social_account'),
    character_id: OwnSubjectId,
    platform: SocialPlatformName,
    username: Type.String({ description: 'Username on the platform' }),
    connected_at: UnixMs('Connection time'),
    monthly_fee_credits: Type.Integer({
      minimum: 0,
      description: 'Price every 30 days. 0 while the account is included in the plan',
    }),
    payment_due: Type.Boolean({
      description:
        'True if the monthly fee is unpaid. We retry the charge daily. Posts to the account fail until it succeeds',
    }),
    needs_login: Type.Boolean({
      description:
        'True if the connection has expired. Posts fail until the owner reconnects the account',
    }),
  },
  { $id: 'SocialAccount', description: "A character's account on a platform" },
);
export type SocialAccountBody = Static<typeof SocialAccountSchema>;

/** Every connected account, and the number that the plan includes. */
export const SocialAccountListSchema = Type.Object(
  {
    object: ObjectName('list'),
    data: Type.Array(SocialAccountSchema, { description: 'Oldest connection first' }),
    included_accounts: Type.Integer({
      minimum: 0,
      description: 'Number of accounts included in the plan, for all characters together',
    }),
    connected_accounts: Type.Integer({
      minimum: 0,
      description: 'Number of connected accounts, for all characters together',
    }),
  },
  { $id: 'SocialAccountList', description: 'Connected accounts' },
);
export type SocialAccountListBody = Static<typeof SocialAccountListSchema>;

/** Query of GET /v1/social/accounts. */
export const SocialAccountQuery = Type.Object(
  { character_id: Type.Optional(SubjectId("Only this character's accounts")) },
  { additionalProperties: false },
);

/** Path parameters that identify a connected account. */
export const SocialAccountParams = Type.Object({
  character_id: OwnSubjectId,
  platform: withDescription(SocialPlatformName, "The account's platform"),
});

/** Response after an account was disconnected. */
export const DisconnectedSchema = Type.Object(
  {
    object: ObjectName('social_account'),
    character_id: OwnSubjectId,
    platform: SocialPlatformName,
    deleted: Type.Literal(true, { description: 'Always true' }),
  },
  { $id: 'DisconnectedSocialAccount', description: 'The disconnected account' },
);
export type DisconnectedBody = Static<typeof DisconnectedSchema>;

/** The columns of a connected account that responses contain. */
export interface SocialAccountView {
  readonly characterId: string;
  readonly platform: Platform;
  readonly username: string;
  readonly createdAt: Date;
  readonly feeCredits: number;
  readonly paymentDue: boolean;
  readonly state: 'connected' | 'needs_login';
}

export const presentSocialAccount = (row: SocialAccountView): SocialAccountBody => ({
  object: 'social_account',
  character_id: row.characterId,
  platform: row.platform,
  username: row.username,
  connected_at: row.createdAt.getTime(),
  monthly_fee_credits: row.feeCredits,
  payment_due: row.paymentDue,
  needs_login: row.state === 'needs_login',
});
