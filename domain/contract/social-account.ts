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
    username: Type.String({ description: 'Name of the account on the platform' }),
    connected_at: UnixMs('When it was connected'),
    monthly_fee_credits: Type.Integer({
      minimum: 0,
      description: 'Price every 30 days; 0 while the plan includes the account',
    }),
    payment_due: Type.Boolean({
      description:
        'Whether the fee could not be charged. The charge is retried daily; until it succeeds, posts to the account fail',
    }),
    needs_login: Type.Boolean({
      description:
        'Whether the platform ended the connection. Posts fail until the owner connects the account again',
    }),
  },
  { $id: 'SocialAccount', description: 'An account of a character on a platform' },
);
export type SocialAccountBody = Static<typeof SocialAccountSchema>;

/** Every connected account, and the number that the plan includes. */
export const SocialAccountListSchema = Type.Object(
  {
    object: ObjectName('list'),
    data: Type.Array(SocialAccountSchema, { description: 'Oldest connection first' }),
    included_accounts: Type.Integer({
      minimum: 0,
      description: 'Number of accounts included in the plan, across all characters',
    }),
    connected_accounts: Type.Integer({
      minimum: 0,
      description: 'Number of connected accounts, across all characters',
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

/** Path parameters that identify a connected account. */
export const SocialAccountParams = Type.Object({
  character_id: OwnSubjectId,
  platform: withDescription(SocialPlatformName, 'Platform of the account'),
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
