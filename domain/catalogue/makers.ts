import type { GenerationType } from './stages.js';

/** Provider name of the built-in renderer, which needs no API key. */
export const RENDERER = 'local';

/** The provider that delivered a part of a generation. */
export interface Maker {
  readonly provider: string;
  /** Number of the attempt that delivered the part, counted from 1 over all stages and sources. */
  readonly attempt: number;
}

/** Providers that made a generation's parts: the image or first frame, and the clip. */
export type Makers = { readonly [Part in GenerationType]?: Maker };

/**
 * Whether the built-in renderer created the result, or a video's first frame or clip.
 * @returns null until it is known
 */
export function isSimulated(type: GenerationType, makers: Makers): boolean | null {
  const known = [makers.image, makers.video].flatMap((maker) => maker?.provider ?? []);
  if (known.includes(RENDERER)) return true;
  return makers[type] === undefined ? null : false;
}
