import type { Context } from 'koa';
import { Refusal } from '../../domain/contract/refusal.js';

const SAFE = ['GET', 'HEAD'];

/**
 * Whether a page of this service, or nobody's page, sent a request. Browsers say where it comes from:
 * in `Sec-Fetch-Site`, or over plain http, where they leave that out, in `Origin`.
 */
export function isSameOrigin(ctx: Context, publicUrl: string): boolean {
  if (SAFE.includes(ctx.method)) return true;
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin' || site === 'none';
  return ctx.get('Origin') === new URL(publicUrl).origin;
}

/**
 * Refuses what another site has sent with the cookie of a person.
 * @throws {Refusal} FORBIDDEN
 */
export function expectSameOrigin(ctx: Context, publicUrl: string): void {
  if (isSameOrigin(ctx, publicUrl)) return;
  throw new Refusal('FORBIDDEN', {
    message: 'This request did not come from a page of this service, so nothing was done.',
  });
}
