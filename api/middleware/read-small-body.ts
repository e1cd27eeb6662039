import type { Context } from 'koa';
import type { Edge } from '../edge.js';
import { SMALL_BODY_BYTES } from './body-budget.js';
import { readBody } from './read-body.js';

/** Empty reservation, because a small body does not count against the shared memory budget. */
const NO_MEMORY = { growTo: () => undefined, release: () => undefined };

/** Reads the JSON body of an unauthenticated request. @throws {Refusal} VALIDATION_ERROR */
export function readSmallBody(
  ctx: Context,
  { bodyDeadlineMs }: Pick<Edge, 'bodyDeadlineMs'>,
): Promise<unknown> {
  const limits = { maxBytes: SMALL_BODY_BYTES, deadlineMs: bodyDeadlineMs };
  return readBody(ctx, limits, NO_MEMORY);
}
