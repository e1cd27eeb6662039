import { Type, type Static } from 'typebox';
import { SocialPlatformName } from './choices.js';
import { ObjectName, OwnSubjectId, SubjectId, UnixMs } from './common.js';

/** Body of POST /v1/social/accounts/connect. */
export const ConnectAccountSchema = Type.Object(
  {
    character_id: SubjectId('The character to connect the account to'),
    platform: SocialPlatformName,
    redirect_url: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description:
        'https URL in your app to redirect the owner to afterwards. It must not contain credentials or a fragment. We add the query parameters `status` (`connected`, `denied` or `failed`), `character_id`, `platform` and, if the account was not connected, `error`',
    }),
  },
  { $id: 'ConnectAccount', description: 'An account to connect', additionalProperties: false },
);
export type ConnectAccountBody = Static<typeof ConnectAccountSchema>;

/** A link to the page where an account's owner allows posting. */
export const SocialConnectLinkSchema = Type.Object(
  {
    object: ObjectName('social_connect_link'),
    url: Type.String({
      format: 'uri',
      description: 'URL of the page for the account owner. Works once. Keep it secret',
    }),
    character_id: OwnSubjectId,
    platform: SocialPlatformName,
    expires_at: UnixMs('Expiry time'),
    monthly_fee_credits: Type.Integer({
      minimum: 0,
      description: 'Price of the account every 30 days. 0 while it is included in the plan',
    }),
  },
  { $id: 'SocialConnectLink', description: 'A link to connect an account' },
);
export type SocialConnectLinkBody = Static<typeof SocialConnectLinkSchema>;

/** Reasons why an account was not connected: `error` in the owner's return address. */
export const CONNECT_ERRORS = {
  access_denied: 'the owner denied access',
  expired: 'the link expired before the owner finished',
  scope_missing: 'the owner did not grant a permission required for posting',
  platform_refused: 'the platform did not accept the authorization',
  platform_unavailable: 'the platform did not respond',
  misconfigured: "this service's app is not set up on the platform",
  plan_required: 'the plan no longer includes social publishing',
  account_suspended: 'your account with this service is suspended',
  character_deleted: 'the character was deleted',
  interrupted: 'the service was interrupted',
} as const;
export type ConnectError = keyof typeof CONNECT_ERRORS;
