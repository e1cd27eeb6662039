import type { Context, Middleware } from 'koa';
import { refuseInvalid, Refusal } from '../../domain/contract/refusal.js';
import type { VerificationBody } from '../../domain/contract/verification.js';
import { MediaRefused } from '../../domain/ports/media-refused.js';
import { listRoots } from '../../domain/provenance/signing-keys.js';
import { presentVerification } from '../../domain/provenance/present-verification.js';
import {
  findRecords,
  readLostChain,
  readSignals,
  type Signals,
} from '../../domain/provenance/read-signals.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { verify as contract } from '../routes/provenance.js';
import { createPageLoader } from './built-page.js';
import { buildPageHeaders } from './connect-page.js';
import { readVerifiedFile } from './read-verified-file.js';
import { runAsStranger, runInOwnerTurn } from './stranger-turn.js';

/** All unauthenticated clients together get one account's share of the memory for bodies. */
const STRANGERS = 'strangers';

const PAGE_PATH = '/verify';

/**
 * The page sends files to this service and shows the selected picture. It does not load anything
 * else.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the page `/verify` and `POST /v1/verify`, which check the origin of a file for anyone.
 * They are not in the route table, because their caller needs no key.
 */
export function serveVerify(deps: Deps, edge: Edge): Middleware {
  const loadPage = createPageLoader(deps.env.webFolder, 'verify.html');
  return async (ctx, next) => {
    if (ctx.path === PAGE_PATH && (ctx.method === 'GET' || ctx.method === 'HEAD')) {
      ctx.state.routeId = 'verifyPage';
      ctx.set({ ...buildPageHeaders(null), 'Content-Security-Policy': CONTENT_POLICY });
      ctx.type = 'html';
      ctx.body = await loadPage();
      return;
    }
    if (ctx.path !== contract.path) return next();
    ctx.state.routeId = contract.id;
    if (ctx.method !== contract.method) {
      throw new Refusal('METHOD_NOT_ALLOWED', { headers: { Allow: contract.method } });
    }
    countVerification(ctx, edge);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await verify(ctx, deps, edge);
  };
}

/** @throws {Refusal} RATE_LIMITED, before the body is read */
function countVerification({ ip }: Context, { verifications }: Edge): void {
  if (verifications.tryConsume(ip)) return;
  throw new Refusal('RATE_LIMITED', {
    message: 'Your network has checked too many files. Try again in a minute.',
    headers: { 'Retry-After': '60' },
  });
}

async function verify(ctx: Context, deps: Deps, edge: Edge): Promise<VerificationBody> {
  const memory = edge.bodies.open(STRANGERS);
  try {
    const roots = await runAsStranger(ctx, deps, edge, () => listRoots(deps));
    const signals = await runInOwnerTurn(deps.verifications, ctx.ip, async () => {
      const bytes = await readVerifiedFile(ctx, deps, edge, memory);
      return read(deps, bytes, roots);
    });
    const found = await runAsStranger(ctx, deps, edge, () => findRecords(deps.db.manager, signals));
    const lost = await runInOwnerTurn(deps.verifications, ctx.ip, () =>
      readLostChain(deps, found, roots),
    );
    return presentVerification(signals.examination, found, lost, Date.now());
  } finally {
    memory.release();
  }
}

async function read(deps: Deps, bytes: Buffer, roots: readonly string[]): Promise<Signals> {
  try {
    return await readSignals(deps, bytes, roots);
  } catch (error) {
    if (!(error instanceof MediaRefused)) throw error;
    throw refuseInvalid([{ path: 'body', message: error.message }]);
  }
}
