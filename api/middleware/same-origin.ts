import type { Context } from 'koa';
import { Refusal } from '../../domain/contract/refusal.js';

const SAFE = ['GET', 'HEAD'];

/**
 * Refuses what another site has sent with the cookie of a person. Browsers say where a request comes
 * from: in `Sec-Fetch-Site`, or over plain http, where they leave that out, in `Origin`.
 * @throws {Refusal} FORBIDDEN
 */
export function expectSameOrigin(ctx: Context, publicUrl: string): void {
  if (SAFE.includes(ctx.method)) return;
  const site = ctx.get('Sec-Fetch-Site');
  if (site === 'same-origin' || site === 'none') return;
  if (site === '' && ctx.get('Origin') === new URL(publicUrl).origin) return;
  throw new Refusal('FORBIDDEN', {
    message: 'This request did not come from a page of this service, so nothing was done.',
  });
}
