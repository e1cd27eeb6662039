import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import { isSpoken, VOICES, type Voice } from '../../domain/catalogue/voices.js';
import { Refusal } from '../../domain/contract/refusal.js';
import type { VoiceSampler } from '../../domain/ports/voice-sampler.js';
import { describePart, refuseRange, selectRange } from './byte-range.js';
import { buildMediaHeaders } from './media-headers.js';

interface Sample {
  readonly bytes: Buffer;
  readonly etag: string;
}

const SAMPLE_PATH = /^\/media\/voices\/(?<key>[^/]*)\.wav$/;

/** One day, because a new version of the service can speak differently at the same URL. */
const CACHE_CONTROL = 'public, max-age=86400';

const SPOKEN: ReadonlyMap<string, Voice> = new Map(
  VOICES.filter(isSpoken).map((voice) => [voice.voice_key, voice]),
);

/**
 * Serves `GET` and `HEAD /media/voices/<voice_key>.wav`, the samples of the English voices, with
 * ranges, which Safari needs to play sound. Other paths go to the next middleware.
 * @throws {Refusal} NOT_FOUND for an unknown voice and for other languages; METHOD_NOT_ALLOWED;
 * VALIDATION_ERROR with status 416 for a range beyond the end
 */
export function serveVoiceSamples(sampler: VoiceSampler): Middleware {
  const sampleOf = keepSamples(sampler);
  return async (ctx, next) => {
    const key = SAMPLE_PATH.exec(ctx.path)?.groups?.['key'];
    if (key === undefined) {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new Refusal('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD' } });
    }
    const voice = SPOKEN.get(key);
    if (!voice) throw new Refusal('NOT_FOUND', { message: 'There is no such file.' });
    sendSample(ctx, `${key}.wav`, await sampleOf(voice));
  };
}

function sendSample(ctx: Context, fileName: string, { bytes, etag }: Sample): void {
  const size = bytes.length;
  ctx.set('ETag', etag);
  ctx.status = 200; // `fresh` only works for successful responses
  const headers = { 'Accept-Ranges': 'bytes', ...buildMediaHeaders(fileName, CACHE_CONTROL) };
  if (ctx.fresh) {
    ctx.set(headers);
    ctx.status = 304;
    return;
  }
  // `Range` only applies to GET (RFC 9110, 14.2).
  const range = ctx.method === 'GET' ? ctx.get('Range') : '';
  const part = selectRange(range, ctx.get('If-Range'), { size, etag, lastModified: '' });
  if (part === 'unsatisfiable') throw refuseRange(size);
  ctx.set(headers);
  ctx.type = 'audio/wav';
  ctx.body = part ? bytes.subarray(part.start, part.end + 1) : bytes;
  if (part) describePart(ctx, part, size);
}

/**
 * Speaks each sample on its first request and caches it, about 150 KB each. After a failure, the
 * next request tries again.
 */
function keepSamples(sampler: VoiceSampler): (voice: Voice) => Promise<Sample> {
  const kept = new LRUCache<string, Sample, Voice>({
    max: VOICES.length,
    async fetchMethod(_key, _stale, { context: voice }) {
      const bytes = await sampler.speak(voice);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      return { bytes, etag: `"${hash}"` };
    },
  });
  return (voice) => kept.forceFetch(voice.voice_key, { context: voice });
}
