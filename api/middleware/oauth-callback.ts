import type { Middleware } from 'koa';
import { PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { findByState } from '../../domain/social/connect/callback-link.js';
import {
  finishAuthorization,
  type Finish,
} from '../../domain/social/connect/finish-authorization.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { createBrowserCookie } from './browser-cookie.js';
import { noticePage, pageHeaders } from './connect-page.js';
import { takeStrangerTurn } from './stranger-turn.js';
import { sendTo } from './connect.js';

type Page = Extract<Finish, { page: string }>['page'];

const PAGES: Readonly<Record<Page, readonly [status: number, title: string, text: string]>> = {
  unknown: [
    400,
    'Nothing to go on with',
    'This address belongs to no connection that is under way. Ask the app that sent you for a new link.',
  ],
  other_browser: [
    400,
    'This is another browser',
    'A connection ends in the browser in which it began. Go back to that one, or ask the app that sent you for a new link. Cookies must be allowed.',
  ],
  under_way: [202, 'One moment', 'Your account is being connected. This page goes on by itself.'],
};

/** Seconds after which a browser asks again. */
const AGAIN_S = 3;

/**
 * `GET /oauth/callback/<platform>`: where platforms send the owner of an account back to. Any other
 * path goes to the next middleware.
 */
export function serveOAuthCallback(deps: Deps, edge: Pick<Edge, 'ipLimit'>): Middleware {
  const cookie = createBrowserCookie(deps.env.publicUrl);
  const headers = pageHeaders(null);
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
    const inTurn = <T>(work: () => Promise<T>) => takeStrangerTurn(ctx, deps, edge, work);
    const link = await inTurn(() => findByState(deps.db, platform, state));
    const finish = await finishAuthorization({ ...deps, inTurn }, link, {
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
    ctx.body = noticePage(title, text);
  };
}
