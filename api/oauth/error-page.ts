import type { KoaContextWithOIDC } from 'oidc-provider';
import { noticePage, pageHeaders } from '../middleware/connect-page.js';
import { hostOf } from './clients.js';

const HEADERS = pageHeaders(null);

/** What a person can do about it, by the code of OAuth. */
const ADVICE: Readonly<Record<string, string>> = {
  invalid_client:
    'Who the agent is could not be found out. Remove this server from the agent, and add it again.',
  invalid_redirect_uri:
    'The agent wants the answer somewhere else than it has said. Nothing was sent there.',
  invalid_request:
    'The request of the agent was not complete, has expired, or belongs to another browser. Begin again in the agent.',
  temporarily_unavailable: 'Too many requests are open. Try again in some minutes.',
};
const BEGIN_AGAIN = 'Something went wrong on the way. Begin again in the agent.';

/** A page for a person whose browser cannot be sent back to the agent. */
export async function renderProblem(
  ctx: KoaContextWithOIDC,
  { error }: { readonly error: string },
): Promise<void> {
  ctx.set(HEADERS);
  ctx.type = 'html';
  ctx.body = noticePage('The agent was not let in', ADVICE[error] ?? BEGIN_AGAIN, {
    code: error,
    about: agentOf(ctx),
  });
}

/** Names the redirect address of the agent; empty when that is not registered. */
function agentOf({ oidc }: KoaContextWithOIDC): string {
  const uri = oidc?.params?.['redirect_uri'];
  const isRegistered = typeof uri === 'string' && oidc.client?.redirectUriAllowed(uri) === true;
  return isRegistered ? `The request came for ${hostOf(uri)}.` : '';
}
