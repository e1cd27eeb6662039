import type { World } from './world.js';

/** A request that the real endpoint refuses. */
export interface RefusedCase {
  readonly what: string;
  readonly type: 'image' | 'video';
  /** Made anew for each case: a refused file is deleted. */
  readonly body: (world: World) => object | Promise<object>;
  /** Who asks: by default an account with room for everything. */
  readonly as?: 'full';
}

/** Bodies that need nothing of the world. */
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
