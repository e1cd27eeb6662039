import type { Context, Middleware } from 'koa';
import { SCOPES } from '../../domain/catalogue/scopes.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { isConsentBrowser } from '../../domain/agents/is-consent-browser.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import type { AddressLimit } from '../middleware/address-limit.js';
import { renderNoticePage, buildPageHeaders } from '../middleware/connect-page.js';
import { loadOnce } from '../middleware/load-once.js';
import { askForBody } from '../middleware/read-body.js';
import { runAsStranger } from '../middleware/stranger-turn.js';
import { createSessionCookie } from '../middleware/cookie.js';
import { ALL_SCOPES, OAUTH, RESOURCE_METADATA, SERVER_METADATA } from './addresses.js';
import { describeResource, describeServer } from './metadata.js';

/** Allowed methods by path. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  [OAUTH.authorize]: ['GET'],
  [OAUTH.token]: ['POST', 'OPTIONS'],
  [OAUTH.register]: ['POST'],
  [OAUTH.revoke]: ['POST', 'OPTIONS'],
};

/** Path to which the browser returns after the person has answered the consent question. */
const GO_ON = /^\/oauth\/authorize\/(?<uid>[A-Za-z0-9_-]{43})$/;

/**
 * Serves OAuth for agents: the metadata documents, and the OAuth library's endpoints. Other paths
 * go to the next middleware.
 */
export function serveOAuth(deps: Deps, edge: Edge): Middleware {
  const { publicUrl } = deps.env;
  // The library is large, and most processes never authenticate an agent.
  const loadAnswer = loadOnce(async () => {
    const { createProvider } = await import('./provider.js');
    return createProvider(deps, (address) => edge.agents.documents.tryConsume(address)).callback();
  });
  const resource = describeResource(publicUrl);
  const documents = new Map<string, object>([
    [SERVER_METADATA, describeServer(publicUrl)],
    [RESOURCE_METADATA, resource],
    [`${RESOURCE_METADATA}/mcp`, resource],
  ]);
  return async (ctx, next) => {
    const document = documents.get(ctx.path);
    if (document) return sendDocument(ctx, document);
    const uid = GO_ON.exec(ctx.path)?.groups?.['uid'];
    const methods = uid === undefined ? METHODS[ctx.path] : ['GET'];
    if (!methods) return next();
    ctx.state.routeId = 'oauth';
    if (!methods.includes(ctx.method)) {
      throw new Refusal('METHOD_NOT_ALLOWED', { headers: { Allow: methods.join(', ') } });
    }
    checkAddressLimit(ctx, edge);
    if (uid !== undefined) {
      const isSame = () => isSameBrowser(ctx, deps, uid);
      if (!(await runAsStranger(ctx, deps, edge, isSame))) return showStranger(ctx);
    }
    if (ctx.path === OAUTH.authorize) narrowRequest(ctx);
    pinAddress(ctx, publicUrl);
    askForBody(ctx);
    const answer = await loadAnswer();
    ctx.respond = false;
    await answer(ctx.req, ctx.res);
  };
}

/** Sends a document with CORS headers, so that agents in a web page can read it too. */
function sendDocument(ctx: Context, document: object): void {
  ctx.state.routeId = 'oauth';
  if (!['GET', 'HEAD', 'OPTIONS'].includes(ctx.method)) {
    throw new Refusal('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD, OPTIONS' } });
  }
  ctx.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': 'MCP-Protocol-Version',
    'Cache-Control': 'public, max-age=300',
  });
  if (ctx.method === 'OPTIONS') ctx.status = 204;
  else ctx.body = document;
}

/** Checks the address's limit: these endpoints need no authentication and store rows. */
function checkAddressLimit({ path, ip }: Context, { agents }: Edge): void {
  const limits: Readonly<Record<string, AddressLimit>> = {
    [OAUTH.register]: agents.registrations,
    [OAUTH.authorize]: agents.questions,
  };
  if ((limits[path] ?? agents.requests).tryConsume(ip)) return;
  throw new Refusal('RATE_LIMITED', {
    message: 'Too many requests from this address. Wait a minute.',
    headers: { 'Retry-After': '60' },
  });
}

/**
 * Returns whether this is the browser in which the person answered. Only that browser gets the
 * result: an attacker could have sent the person the link to the access request.
 */
async function isSameBrowser(ctx: Context, deps: Deps, uid: string): Promise<boolean> {
  const token = createSessionCookie(deps.env.publicUrl).read(ctx);
  return isConsentBrowser(deps.db.manager, uid, token);
}

function showStranger(ctx: Context): void {
  ctx.set(buildPageHeaders(null));
  ctx.status = 403;
  ctx.type = 'html';
  ctx.body = renderNoticePage(
    'The agent was not connected',
    'The request was answered in another browser, or you have signed out. Start again from the agent.',
  );
}

/**
 * Parameters to drop. Many agents also send OpenID Connect parameters, which this service does not
 * offer. `prompt` has no effect, because a person is always asked. `response_mode` has no effect,
 * because the result is always in the query.
 */
const UNUSED = [
  'nonce',
  'claims',
  'max_age',
  'id_token_hint',
  'acr_values',
  'claims_locales',
  'prompt',
  'response_mode',
];

/** Maximum query length. The query is stored until a person has answered. */
const QUERY_MAX = 4_000;

/**
 * Drops unknown scopes of a request. If no scope is left, the request is for all scopes, and the
 * person decides.
 */
function narrowRequest(ctx: Context): void {
  if (ctx.querystring.length > QUERY_MAX) {
    const message = `The request is too long: the query can have at most ${QUERY_MAX} characters.`;
    throw new Refusal('VALIDATION_ERROR', { message });
  }
  const query = new URLSearchParams(ctx.querystring);
  const asked = (query.get('scope') ?? '').split(' ');
  const known = SCOPES.filter((scope) => asked.includes(scope));
  query.set('scope', known.length > 0 ? known.join(' ') : ALL_SCOPES);
  for (const name of UNUSED) query.delete(name);
  ctx.req.url = `${ctx.path}?${query.toString()}`;
}

/** Sets the headers that the library trusts, because a caller could have forged them. */
function pinAddress({ req, ip }: Context, publicUrl: string): void {
  const { protocol, host } = new URL(publicUrl);
  req.headers['x-forwarded-for'] = ip;
  req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  req.headers['x-forwarded-host'] = host;
}
