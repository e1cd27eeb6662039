import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import type { Context } from 'koa';
import { Refusal } from '../../domain/contract/refusal.js';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses what a page of another site has sent, also by a name of its own that leads to this machine
 * (DNS rebinding). Programs send no Origin.
 * @throws {Refusal} FORBIDDEN
 */
export function createPlaceCheck(publicUrl: string): (ctx: Context) => void {
  const { hostname } = new URL(publicUrl);
  const own = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname];
  return (ctx) => {
    if (!validateHostHeader(ctx.get('Host'), own).ok) {
      throw new Refusal('FORBIDDEN', {
        message: `This server is \`${hostname}\`. Send the request to that name.`,
      });
    }
    if (!validateOriginHeader(ctx.get('Origin'), own).ok) {
      throw new Refusal('FORBIDDEN', {
        message: 'Pages of other sites may not call this server.',
      });
    }
  };
}
