import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { Refusal } from '../../domain/contract/error.js';

/** Largest JSON body, bytes (design §11); routes with media fields allow more. */
export const BODY_BYTES_MAX = 1_000_000;

/** How long a body may take to arrive. */
const BODY_DEADLINE_MS = 30_000;

/**
 * Reads a JSON body: the value, or undefined when there is none.
 * @throws {Refusal} VALIDATION_ERROR with status 413, 415 or 400
 */
export async function readBody(ctx: Context): Promise<unknown> {
  if (!hasBody(ctx)) return undefined;
  if (ctx.request.is('application/json') === false) {
    throw new Refusal('VALIDATION_ERROR', {
      status: 415,
      message: 'Send the body as JSON with `Content-Type: application/json`.',
    });
  }
  const text = await readText(ctx);
  if (text === '') return undefined;
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

function hasBody(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length') || 0) > 0;
}

async function readText(ctx: Context): Promise<string> {
  const late = setTimeout(() => ctx.req.destroy(), BODY_DEADLINE_MS);
  try {
    return await getRawBody(ctx.req, {
      length: ctx.get('Content-Length') || undefined,
      limit: BODY_BYTES_MAX,
      encoding: 'utf8',
    });
  } catch (error) {
    const { type } = error as { type?: string };
    // What was not read cannot be skipped cheaply: the connection ends with the answer.
    ctx.set('Connection', 'close');
    if (type === 'entity.too.large') {
      throw new Refusal('VALIDATION_ERROR', {
        status: 413,
        message: `The body is larger than ${BODY_BYTES_MAX} bytes.`,
        details: { max_bytes: BODY_BYTES_MAX },
      });
    }
    throw new Refusal('VALIDATION_ERROR', { message: 'The body did not arrive whole.' });
  } finally {
    clearTimeout(late);
  }
}
