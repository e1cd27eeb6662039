import type { Middleware } from 'koa';
import { PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { findByState } from '../../domain/social/connect/callback-link.js';
import {
  finishAuthorization,
  type AuthorizationResult,
} from '../../domain/social/connect/finish-authorization.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { createBrowserCookie } from './browser-cookie.js';
import { renderNoticePage, buildPageHeaders } from './connect-page.js';
import { runAsStranger } from './stranger-turn.js';
import { sendTo } from './connect.js';

type Page = Extract<AuthorizationResult, { page: string }>['page'];

const PAGES: Readonly<Record<Page, readonly [status: number, title: string, text: string]>> = {
  unknown: [
    400,
    'This connection cannot continue',
    'This address does not belong to an open connection request. Ask the app that sent you for a new link.',
  ],
  other_browser: [
    400,
    'This is a different browser',
    'A connection must end in the browser in which it started. Go back to that browser, or ask the app that sent you for a new link. Cookies must be allowed.',
  ],
  under_way: [
    202,
    'One moment',
    'Your account is being connected. This page continues automatically.',
  ],
};

/** Reload interval of the page in seconds. */
const AGAIN_S = 3;

/**
 * Serves `GET /oauth/callback/<platform>`, to which platforms redirect an account's owner. Other
 * paths go to the next middleware.
 */
export function serveOAuthCallback(deps: Deps, edge: Pick<Edge, 'ipLimit'>): Middleware {
  const cookie = createBrowserCookie(deps.env.publicUrl);
  const headers = buildPageHeaders(null);
  return async (ctx, next) => {
    const platform = PLATFORMS.find((name) => ctx.path === `/oauth/callback/${name}`);
    if (!platform) return next();
    ctx.state.routeId = 'oauthCallback';
    ctx.set(headers);
    if (ctx.method !== 'GET') {
      throw new Refusal('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET' } });
    }
    const query = new URLSearchParams(ctx.querystring);
    const state = query.get('state') ?? '';
    const runInStrangerTurn = <T>(work: () => Promise<T>) => runAsStranger(ctx, deps, edge, work);
    const link = await runInStrangerTurn(() => findByState(deps.db, platform, state));
    const finish = await finishAuthorization({ ...deps, inTurn: runInStrangerTurn }, link, {
      code: query.get('code'),
      error: query.get('error'),
      browser: cookie.read(ctx) ?? '',
    });
    if ('sendTo' in finish) return sendTo(ctx, finish.sendTo);
    if (finish.page !== 'under_way') edge.ipLimit.count(ctx.ip);
    else ctx.set('Refresh', String(AGAIN_S));
    const [status, title, text] = PAGES[finish.page];
    ctx.status = status;
    ctx.type = 'html';
    ctx.body = renderNoticePage(title, text);
  };
}
