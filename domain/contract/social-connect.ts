import { Type, type Static } from 'typebox';
import { SocialPlatformName } from './choices.js';
import { ObjectName, OwnSubjectId, SubjectId, UnixMs } from './common.js';

/** Body of POST /v1/social/accounts/connect. */
export const ConnectAccountSchema = Type.Object(
  {
    character_id: SubjectId('The character whose account it will be'),
    platform: SocialPlatformName,
    redirect_url: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description:
        'https address of your app to which the owner returns, without credentials and fragment. `status` (`connected`, `denied` or `failed`), `character_id`, `platform` and, unless connected, `error` are added to its query',
    }),
  },
  { $id: 'ConnectAccount', description: 'An account to connect', additionalProperties: false },
);
export type ConnectAccountBody = Static<typeof ConnectAccountSchema>;

/** Where the owner of an account allows it to be posted to. */
export const SocialConnectLinkSchema = Type.Object(
  {
    object: ObjectName('social_connect_link'),
    url: Type.String({
      format: 'uri',
      description: 'Page for the owner of the account, in a browser; works once. Keep it secret',
    }),
    character_id: OwnSubjectId,
    platform: SocialPlatformName,
    expires_at: UnixMs('When the page can no longer be used'),
    monthly_fee_credits: Type.Integer({
      minimum: 0,
      description: 'What the account will cost every 30 days; 0 while the plan includes it',
    }),
  },
  { $id: 'SocialConnectLink', description: 'A link by which an account is connected' },
);
export type SocialConnectLinkBody = Static<typeof SocialConnectLinkSchema>;

/** Why an account was not connected: `error` of the address that the owner returns to. */
export const CONNECT_ERRORS = {
  access_denied: 'the owner did not allow it',
  expired: 'the owner took too long',
  scope_missing: 'the owner left out a permission that posting needs',
  platform_refused: 'the platform did not accept the authorisation',
  platform_unavailable: 'the platform did not answer',
  misconfigured: 'the app of this service is not set up on the platform',
  plan_required: 'the plan does not include social publishing any more',
  account_suspended: 'the account of this service is suspended',
  character_deleted: 'the character is gone',
  interrupted: 'the service was interrupted',
} as const;
export type ConnectError = keyof typeof CONNECT_ERRORS;
