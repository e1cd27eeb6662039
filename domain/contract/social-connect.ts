import { Type, type Static } from 'typebox';
import { SocialPlatformName } from './choices.js';
import { ObjectName, OwnSubjectId, SubjectId, UnixMs } from './common.js';

/** Body of POST /v1/social/accounts/connect. */
export const ConnectAccountSchema = Type.Object(
  {
    character_id: SubjectId('The character that gets the account'),
    platform: SocialPlatformName,
    redirect_url: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description:
        'https address of your app to which the owner returns, without credentials and fragment. The query parameters `status` (`connected`, `denied` or `failed`), `character_id`, `platform` and, unless connected, `error` are added',
    }),
  },
  { $id: 'ConnectAccount', description: 'An account to connect', additionalProperties: false },
);
export type ConnectAccountBody = Static<typeof ConnectAccountSchema>;

/** The page on which an account's owner allows posting. */
export const SocialConnectLinkSchema = Type.Object(
  {
    object: ObjectName('social_connect_link'),
    url: Type.String({
      format: 'uri',
      description:
        'Page that the owner of the account opens in a browser. Works once. Keep it secret',
    }),
    character_id: OwnSubjectId,
    platform: SocialPlatformName,
    expires_at: UnixMs('When the page expires'),
    monthly_fee_credits: Type.Integer({
      minimum: 0,
      description: 'Price of the account every 30 days; 0 while the plan includes it',
    }),
  },
  { $id: 'SocialConnectLink', description: 'A link to connect an account' },
);
export type SocialConnectLinkBody = Static<typeof SocialConnectLinkSchema>;

/** Reasons why an account was not connected: `error` in the address to which the owner returns. */
export const CONNECT_ERRORS = {
  access_denied: 'the owner denied access',
  expired: 'the link expired before the owner finished',
  scope_missing: 'the owner did not grant a permission that posting needs',
  platform_refused: 'the platform did not accept the authorisation',
  platform_unavailable: 'the platform did not answer',
  misconfigured: 'the app of this service is not set up on the platform',
  plan_required: 'the plan no longer includes social publishing',
  account_suspended: 'your account with this service is suspended',
  character_deleted: 'the character was deleted',
  interrupted: 'the service was interrupted',
} as const;
export type ConnectError = keyof typeof CONNECT_ERRORS;
