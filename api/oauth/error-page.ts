import type { KoaContextWithOIDC } from 'oidc-provider';
import { renderNoticePage, buildPageHeaders } from '../middleware/connect-page.js';
import { describeRedirectHost } from './clients.js';

const HEADERS = buildPageHeaders(null);

/** Advice for the person by OAuth error code. */
const ADVICE: Readonly<Record<string, string>> = {
  invalid_client:
    'The agent could not be identified. Remove this server from the agent, and add it again.',
  invalid_redirect_uri:
    'The agent requested a redirect to an address that it has not registered. Nothing was sent there.',
  invalid_request:
    'The request of the agent is incomplete, has expired, or belongs to another browser. Start again from the agent.',
  temporarily_unavailable: 'Too many requests are open. Try again in a few minutes.',
};
const BEGIN_AGAIN = 'Something went wrong. Start again from the agent.';

/** Renders a page for a person whose browser cannot be sent back to the agent. */
export async function renderProblem(
  ctx: KoaContextWithOIDC,
  { error }: { readonly error: string },
): Promise<void> {
  ctx.set(HEADERS);
  ctx.type = 'html';
  ctx.body = renderNoticePage('The agent was not connected', ADVICE[error] ?? BEGIN_AGAIN, {
    code: error,
    about: findAgentAddress(ctx),
  });
}

/** Returns the agent's redirect host; empty if the address is not registered. */
function findAgentAddress({ oidc }: KoaContextWithOIDC): string {
  const uri = oidc?.params?.['redirect_uri'];
  const isRegistered = typeof uri === 'string' && oidc.client?.redirectUriAllowed(uri) === true;
  return isRegistered ? `The redirect address belongs to ${describeRedirectHost(uri)}.` : '';
}
