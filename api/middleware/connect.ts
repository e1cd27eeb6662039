import type { Context, Middleware } from 'koa';
import { PLATFORM_TABLE } from '../../domain/catalogue/social-platforms.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { beginAuthorization } from '../../domain/social/connect/begin-authorization.js';
import { findLink, type LinkView } from '../../domain/social/connect/find-link.js';
import { hashToken, createHexToken } from '../../domain/social/connect/connect-tokens.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { isDemo } from '../social-demo.js';
import { createBrowserCookie } from './browser-cookie.js';
import { renderNoticePage, buildPageHeaders, renderQuestionPage } from './connect-page.js';
import { runAsStranger } from './stranger-turn.js';
import { isSameOrigin } from './same-origin.js';

const LINK = /^\/connect\/(?<token>[^/]*)$/;

const ASK_AGAIN = 'Ask the app that sent you here for a new link.';

/**
 * Serves `/connect/<token>`. GET displays the page and changes nothing. POST uses the link and
 * redirects to the platform, if this browser displayed the page. Other paths go to the next
 * middleware.
 */
export function serveConnect(deps: Deps, edge: Pick<Edge, 'ipLimit'>): Middleware {
  const cookie = createBrowserCookie(deps.env.publicUrl);
  const headers = {
    ...buildPageHeaders(deps.env.socialDemoUrl && new URL(deps.env.socialDemoUrl).origin),
    // Without this header, a browser that does not send `Sec-Fetch-Site` also omits the form's
    // origin.
    'Referrer-Policy': 'same-origin',
  };
  return async (ctx, next) => {
    const token = LINK.exec(ctx.path)?.groups?.['token'];
    if (token === undefined) return next();
    ctx.state.routeId = 'connectPage';
    ctx.set(headers);
    const isPost = ctx.method === 'POST';
    if (!isPost && ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new Refusal('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD, POST' } });
    }
    const runInStrangerTurn = <T>(work: () => Promise<T>) => runAsStranger(ctx, deps, edge, work);
    const link = await runInStrangerTurn(() => findLink(deps.db, token));
    if (!link) edge.ipLimit.count(ctx.ip);
    if (!link || link.state !== 'open') return showEnd(ctx, link);
    const known = cookie.read(ctx);
    if (!isPost) {
      const browser = known ?? createHexToken();
      cookie.write(ctx, browser);
      return showQuestion(ctx, deps, { token, proof: computeProof(token, browser) }, link);
    }
    const isShown = known !== null && ctx.query['shown'] === computeProof(token, known);
    if (!isShown || !isSameOrigin(ctx, deps.env.publicUrl)) return showNotAsked(ctx);
    const browser = known;
    const address = await runInStrangerTurn(() => beginAuthorization(deps, token, browser));
    if (address === null)
      return showEnd(ctx, await runInStrangerTurn(() => findLink(deps.db, token)));
    cookie.write(ctx, browser);
    sendTo(ctx, address);
  };
}

/** Computes a proof for one link in one browser. The proof does not reveal the cookie. */
const computeProof = (token: string, browser: string): string =>
  hashToken(`shown ${token} ${browser}`);

function showNotAsked(ctx: Context): void {
  ctx.status = 403;
  ctx.type = 'html';
  ctx.body = renderNoticePage(
    'Nothing was connected',
    'This request did not come from the link page in this browser. Open the link again and press the button. Cookies must be allowed.',
  );
}

/** Redirects without a body, because koa would repeat the address in the body. */
export function sendTo(ctx: Context, address: string): void {
  ctx.status = 303;
  ctx.set('Location', address);
  ctx.body = '';
}

function showQuestion(
  ctx: Context,
  deps: Deps,
  shown: { readonly token: string; readonly proof: string },
  link: LinkView,
): void {
  ctx.type = 'html';
  ctx.body = renderQuestionPage({
    ...shown,
    app: new URL(link.redirectUrl).host,
    character: link.characterName,
    platform: PLATFORM_TABLE[link.platform].label,
    demo: isDemo(deps, link.platform),
  });
}

function showEnd(ctx: Context, link: LinkView | null): void {
  ctx.status = link ? 410 : 404;
  ctx.type = 'html';
  ctx.body = renderNoticePage(...describeLinkState(link));
}

function describeLinkState(link: LinkView | null): [title: string, text: string] {
  switch (link?.state) {
    case 'used':
      return [
        'This link was already used',
        `A link works once. If your account is not connected: ${ASK_AGAIN}`,
      ];
    case 'expired':
      return ['This link has expired', `A link works for 15 minutes. ${ASK_AGAIN}`];
    default:
      return link
        ? ['This platform is not available', 'This service cannot connect to it at the moment.']
        : ['This link does not exist', `It may be incomplete. ${ASK_AGAIN}`];
  }
}
