import type { Context } from 'koa';
import { Refusal } from '../../domain/contract/refusal.js';

const SAFE = ['GET', 'HEAD'];

/**
 * Returns whether a request comes from our own site or from a program. Browsers send
 * `Sec-Fetch-Site`; over plain http they omit it and send `Origin`.
 */
export function isSameOrigin(ctx: Context, publicUrl: string): boolean {
  if (SAFE.includes(ctx.method)) return true;
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin' || site === 'none';
  return ctx.get('Origin') === new URL(publicUrl).origin;
}

/**
 * Refuses a request that another site sends with a person's cookie (CSRF).
 * @throws {Refusal} FORBIDDEN
 */
export function expectSameOrigin(ctx: Context, publicUrl: string): void {
  if (isSameOrigin(ctx, publicUrl)) return;
  throw new Refusal('FORBIDDEN', {
    message: 'This request did not come from a page of this service, so nothing was done.',
  });
}
