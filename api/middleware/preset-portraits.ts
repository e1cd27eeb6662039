import { createHash } from 'node:crypto';
import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import type { PortraitStudio } from '../../domain/ports/portraits.js';
import { findPreset } from '../../domain/catalogue/presets.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { buildMediaHeaders } from './media-headers.js';

interface Portrait {
  readonly bytes: Buffer;
  readonly etag: string;
}

const PORTRAIT_PATH = /^\/media\/presets\/(?<baseId>[^/]*)\.webp$/;

/**
 * One day, because a new version of the service can draw the portraits differently at the same URL.
 */
const CACHE_CONTROL = 'public, max-age=86400';
/** Maximum cached pictures, about 80 KB each; more than the catalogue has. */
const KEPT_MAX = 200;

/**
 * Serves `GET` and `HEAD /media/presets/<base_id>.webp`, the preset catalogue's pictures. A
 * customisable base is drawn with its defaults. Other paths go to the next middleware.
 * @throws {Refusal} NOT_FOUND for an unknown id; METHOD_NOT_ALLOWED
 */
export function servePresetPortraits(studio: PortraitStudio): Middleware {
  const portraitOf = keepPortraits(studio);
  return async (ctx, next) => {
    const baseId = PORTRAIT_PATH.exec(ctx.path)?.groups?.['baseId'];
    if (baseId === undefined) {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new Refusal('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD' } });
    }
    if (findPreset(baseId) === null)
      throw new Refusal('NOT_FOUND', { message: 'There is no such file.' });

    const { bytes, etag } = await portraitOf(baseId);
    ctx.set({ ...buildMediaHeaders(`${baseId}.webp`, CACHE_CONTROL), ETag: etag });
    ctx.status = 200; // `fresh` only works for successful responses
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'image/webp';
    ctx.body = bytes;
  };
}

/**
 * Draws each portrait on its first request and caches it. After a failure, the next request tries
 * again.
 */
function keepPortraits(studio: PortraitStudio): (baseId: string) => Promise<Portrait> {
  const kept = new LRUCache<string, Portrait>({
    max: KEPT_MAX,
    async fetchMethod(baseId) {
      const bytes = await studio.draw(baseId, null);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      return { bytes, etag: `"${hash}"` };
    },
  });
  return (baseId) => kept.forceFetch(baseId);
}
