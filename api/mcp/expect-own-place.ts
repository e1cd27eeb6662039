import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import type { Context } from 'koa';
import { Refusal } from '../../domain/contract/refusal.js';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests from pages of other sites, even if their domain resolves to this machine (DNS
 * rebinding). Programs send no Origin header.
 * @throws {Refusal} FORBIDDEN
 */
export function createPlaceCheck(publicUrl: string): (ctx: Context) => void {
  const { hostname } = new URL(publicUrl);
  const own = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname];
  return (ctx) => {
    if (!validateHostHeader(ctx.get('Host'), own).ok) {
      throw new Refusal('FORBIDDEN', {
        message: `The host of this server is \`${hostname}\`. Send the request to that host.`,
      });
    }
    if (!validateOriginHeader(ctx.get('Origin'), own).ok) {
      throw new Refusal('FORBIDDEN', {
        message: 'Web pages of other sites cannot call this server.',
      });
    }
  };
}
