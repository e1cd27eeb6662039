import {
  CONNECT_ERRORS,
  ConnectAccountSchema,
  SocialConnectLinkSchema,
} from '../../domain/contract/social-connect.js';
import { contract } from '../contract.js';

const errors = Object.entries(CONNECT_ERRORS).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);

export const connectSocialAccount = contract({
  id: 'connectSocialAccount',
  method: 'POST',
  path: '/v1/social/accounts/connect',
  tag: 'Social',
  scope: 'social',
  summary: 'Make a link by which an account is connected',
  description: `Give the link to the owner of the account: the page leads to the platform, and back to \`redirect_url\`. It works once, within 15 minutes, and in one browser. An account of the same platform that the character has is replaced. Needs a paid plan.\n\nValues of \`error\` in the address that the owner returns to:\n\n${errors.join('\n')}`,
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
