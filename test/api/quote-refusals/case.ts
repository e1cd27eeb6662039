import type { World } from './world.js';

/** A request that the real endpoint refuses. */
export interface RefusedCase {
  readonly what: string;
  readonly type: 'image' | 'video';
  /** Builds the body for each case, because the API deletes a refused file. */
  readonly body: (world: World) => object | Promise<object>;
  /** The account that sends the request. The default account has unused limits. */
  readonly as?: 'full';
}

/** Builds cases whose bodies need no prepared files. */
export function casesOf(
  type: RefusedCase['type'],
  bodies: Readonly<Record<string, object>>,
): RefusedCase[] {
  return Object.entries(bodies).map(([what, body]) => ({
    what: `${type}: ${what}`,
    type,
    body: () => body,
  }));
}
