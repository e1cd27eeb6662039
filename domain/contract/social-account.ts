import { Type, type Static } from 'typebox';
import type { Platform } from '../catalogue/social-platforms.js';
import { SocialPlatformName } from './choices.js';
import { about, ObjectName, OwnSubjectId, SubjectId, UnixMs } from './common.js';

/** A connected account, as callers see it. */
export const SocialAccountSchema = Type.Object(
  {
    object: ObjectName('social_account'),
    character_id: OwnSubjectId,
    platform: SocialPlatformName,
    username: Type.String({ description: 'Name of the account on the platform' }),
    connected_at: UnixMs('When it was connected'),
    monthly_fee_credits: Type.Integer({
      minimum: 0,
      description: 'What it costs every 30 days; 0 while the plan includes it',
    }),
    payment_due: Type.Boolean({
      description:
        'True: the fee could not be charged. Posts to the account are paused until it is paid; it is tried every day',
    }),
    needs_login: Type.Boolean({
      description:
        'True: the platform has ended the connection. Posts fail until its owner connects it again',
    }),
  },
  { $id: 'SocialAccount', description: 'An account of a character on a platform' },
);
export type SocialAccountBody = Static<typeof SocialAccountSchema>;

/** Every connected account, and how many the plan includes. */
export const SocialAccountListSchema = Type.Object(
  {
    object: ObjectName('list'),
    data: Type.Array(SocialAccountSchema, { description: 'The longest connected first' }),
    included_accounts: Type.Integer({
      minimum: 0,
      description: 'Accounts that cost nothing, over all characters',
    }),
    connected_accounts: Type.Integer({
      minimum: 0,
      description: 'Accounts that are connected, over all characters',
    }),
  },
  { $id: 'SocialAccountList', description: 'Connected accounts' },
);
export type SocialAccountListBody = Static<typeof SocialAccountListSchema>;

/** Query of GET /v1/social/accounts. */
export const SocialAccountQuery = Type.Object(
  { character_id: Type.Optional(SubjectId('Only the accounts of this character')) },
  { additionalProperties: false },
);

/** What names a connected account. */
export const SocialAccountParams = Type.Object({
  character_id: OwnSubjectId,
  platform: about(SocialPlatformName, 'Platform of the account'),
});

/** The answer to a disconnection. */
export const DisconnectedSchema = Type.Object(
  {
    object: ObjectName('social_account'),
    character_id: OwnSubjectId,
    platform: SocialPlatformName,
    deleted: Type.Literal(true, { description: 'Always true' }),
  },
  { $id: 'DisconnectedSocialAccount', description: 'What was disconnected' },
);
export type DisconnectedBody = Static<typeof DisconnectedSchema>;

/** What is shown of a connected account. */
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
