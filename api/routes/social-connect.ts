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
  description: `Give the link to the owner of the account. The page leads to the platform and then back to \`redirect_url\`. It works once, within 15 minutes, in one browser. It replaces an account that the character already has on the same platform. Needs a paid plan.\n\nValues of \`error\` in the address to which the owner returns:\n\n${errors.join('\n')}`,
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
