import {
  PLATFORM_TABLE,
  PLATFORMS,
  type Platform,
} from '../../domain/catalogue/social-platforms.js';
import type { Issue } from '../../domain/contract/refusal.js';
import { openConnectLink } from '../../domain/social/connect/open-link.js';
import { findRedirectFault } from '../../domain/social/connect/redirect-url.js';
import type { Deps } from '../../runtime/deps.js';
import { isDemo } from '../social-demo.js';
import { route } from '../route.js';
import * as contracts from '../routes/social-connect.js';

export const connectSocialAccount = route(contracts.connectSocialAccount, {
  rules: (body, deps) => [...checkPlatform(body, deps), ...checkRedirect(body, deps)],
  async handle({ body, caller, claim, deps }) {
    return openConnectLink(deps, caller, claim, body);
  },
});

const parsePlatform = ({ platform }: Readonly<Record<string, unknown>>): Platform | null =>
  PLATFORMS.find((name) => name === platform) ?? null;

function checkPlatform(body: Readonly<Record<string, unknown>>, { platforms }: Deps): Issue[] {
  const platform = parsePlatform(body);
  if (!platform || platforms.has(platform)) return [];
  const offered = [...platforms.keys()].map((name) => `\`${name}\``).join(', ') || 'none';
  const { label } = PLATFORM_TABLE[platform];
  const message = `${label} is not set up on this service. Available: ${offered}.`;
  return [{ path: 'body.platform', message }];
}

function checkRedirect(body: Readonly<Record<string, unknown>>, deps: Deps): Issue[] {
  const { redirect_url: address } = body;
  // The schema refuses such values.
  if (typeof address !== 'string' || address === '' || address.length > 2_048) return [];
  const platform = parsePlatform(body);
  const demo = platform !== null && isDemo(deps, platform);
  const fault = findRedirectFault(address, { demo });
  return fault === null ? [] : [{ path: 'body.redirect_url', message: fault }];
}
