import {
  PLATFORM_TABLE,
  PLATFORMS,
  type Platform,
} from '../../domain/catalogue/social-platforms.js';
import type { Issue } from '../../domain/contract/refusal.js';
import {
  CONNECT_ERRORS,
  ConnectAccountSchema,
  SocialConnectLinkSchema,
} from '../../domain/contract/social-connect.js';
import { openConnectLink } from '../../domain/social/connect/open-link.js';
import { findRedirectFault } from '../../domain/social/connect/redirect-url.js';
import type { Deps } from '../../runtime/deps.js';
import { route } from '../route.js';
import { isDemo } from '../social-demo.js';

const errors = Object.entries(CONNECT_ERRORS).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);

export const connectSocialAccount = route({
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
  rules: (body, deps) => [...checkPlatform(body, deps), ...checkRedirect(body, deps)],
  async handle({ body, caller, claim, deps }) {
    return openConnectLink(deps, caller, claim, body);
  },
});

const platformOf = ({ platform }: Readonly<Record<string, unknown>>): Platform | null =>
  PLATFORMS.find((name) => name === platform) ?? null;

function checkPlatform(body: Readonly<Record<string, unknown>>, { platforms }: Deps): Issue[] {
  const platform = platformOf(body);
  if (!platform || platforms.has(platform)) return [];
  const offered = [...platforms.keys()].map((name) => `\`${name}\``).join(', ') || 'none';
  const { label } = PLATFORM_TABLE[platform];
  const message = `${label} is not set up on this service; it offers ${offered}.`;
  return [{ path: 'body.platform', message }];
}

function checkRedirect(body: Readonly<Record<string, unknown>>, deps: Deps): Issue[] {
  const { redirect_url: address } = body;
  // The schema refuses anything else.
  if (typeof address !== 'string' || address === '' || address.length > 2_048) return [];
  const platform = platformOf(body);
  const demo = platform !== null && isDemo(deps, platform);
  const fault = findRedirectFault(address, { demo });
  return fault === null ? [] : [{ path: 'body.redirect_url', message: fault }];
}
