import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { invalid, Refusal } from '../../domain/contract/error.js';

/** Largest JSON body, bytes; routes with media fields take a data URL of 20 MB (design §11). */
export const BODY_BYTES_MAX = 1_000_000;
export const MEDIA_BODY_BYTES_MAX = 28_000_000;

/** Nesting of a JSON body; no request of this API needs more than a few levels. */
const DEPTH_MAX = 32;

/** How long a body may take to arrive. */
const BODY_DEADLINE_MS = 30_000;

/** What is still taken of a body that is too large, so that its sender gets to read the answer. */
const DISCARD_BYTES_MAX = 64_000_000;
const DISCARD_MS = 5_000;

/**
 * Reads a JSON body: the value, or undefined when there is none.
 * @throws {Refusal} VALIDATION_ERROR with status 413, 415 or 400
 */
export async function readBody(ctx: Context, maxBytes: number): Promise<unknown> {
  if (!hasBody(ctx)) return undefined;
  if (ctx.request.is('application/json') === false) {
    throw new Refusal('VALIDATION_ERROR', {
      status: 415,
      message: 'Send the body as JSON with `Content-Type: application/json`.',
    });
  }
  const text = await readText(ctx, maxBytes);
  if (text === '') return undefined;
  const value = parse(text);
  if (isDeeperThan(DEPTH_MAX, value)) {
    throw invalid([{ path: 'body', message: `must not nest deeper than ${DEPTH_MAX} levels` }]);
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it cannot be parsed';
    throw new Refusal('VALIDATION_ERROR', {
      message: 'The body is not valid JSON.',
      details: { issues: [{ path: 'body', message: reason.slice(0, 200) }] },
    });
  }
}

/** What walks a body later (fingerprint, schema) may recurse: a megabyte of `[` would not fit a stack. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

function hasBody(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length') || 0) > 0;
}

async function readText(ctx: Context, maxBytes: number): Promise<string> {
  const late = setTimeout(() => ctx.req.destroy(), BODY_DEADLINE_MS);
  try {
    return await getRawBody(ctx.req, {
      length: ctx.get('Content-Length') || undefined,
      limit: maxBytes,
      encoding: 'utf8',
    });
  } catch (error) {
    const { type } = error as { type?: string };
    ctx.set('Connection', 'close');
    if (type === 'entity.too.large') {
      await discardRest(ctx.req);
      throw new Refusal('VALIDATION_ERROR', {
        status: 413,
        message: `The body is larger than ${maxBytes} bytes.`,
        details: { max_bytes: maxBytes },
      });
    }
    throw new Refusal('VALIDATION_ERROR', { message: 'The body did not arrive whole.' });
  } finally {
    clearTimeout(late);
  }
}

/** A connection that is closed while its client sends is reset, and the answer with it is lost. */
async function discardRest(request: IncomingMessage): Promise<void> {
  let left = DISCARD_BYTES_MAX;
  let late: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    late = setTimeout(resolve, DISCARD_MS);
    request
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve();
    });
    request.resume();
  });
  clearTimeout(late);
}
