import type { World } from './world.js';

/** A request that the real endpoint refuses. */
export interface RefusedCase {
  readonly what: string;
  readonly type: 'image' | 'video';
  /** Created for each case, because a refused file is deleted. */
  readonly body: (world: World) => object | Promise<object>;
  /** The account; by default one with free limits. */
  readonly as?: 'full';
}

/** Bodies that need no prepared files. */
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
