import {
  CONNECT_ERRORS,
  ConnectAccountSchema,
  SocialConnectLinkSchema,
} from '../../domain/contract/social-connect.js';
import { defineContract } from '../contract.js';

const errors = Object.entries(CONNECT_ERRORS).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);

export const connectSocialAccount = defineContract({
  id: 'connectSocialAccount',
  method: 'POST',
  path: '/v1/social/accounts/connect',
  tag: 'Social',
  scope: 'social',
  summary: 'Create a link to connect an account',
  description: `Send the link to the account owner. The page sends the owner to the platform, then back to \`redirect_url\`. The link works once, in one browser, and expires after 15 minutes. If the character already has an account on the platform, the new account replaces it. Requires a paid plan.\n\nPossible \`error\` values in the redirect URL:\n\n${errors.join('\n')}`,
  idempotency: 'required',
  status: 201,
  body: ConnectAccountSchema,
  response: SocialConnectLinkSchema,
  errors: ['PLAN_REQUIRED', 'NOT_FOUND'],
  example: {
    character_id: 'k3v7q2m4x6n5b7c2d4fa',
    platform: 'instagram',
    redirect_url: 'https://app.example.com/connected',
  },
});
