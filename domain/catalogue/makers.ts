import type { GenerationType } from './stages.js';

/** Provider name of the built-in renderer, which needs no API key. */
export const RENDERER = 'local';

/** The provider that delivered a part of a generation. */
export interface Maker {
  readonly provider: string;
  /** The attempt that delivered it, counted from 1 over all stages and sources. */
  readonly attempt: number;
}

/** Makers of a generation: of the image or first frame, and of the clip. */
export type Makers = { readonly [Part in GenerationType]?: Maker };

/**
 * Whether the built-in renderer made the result, or the first frame or clip of a video.
 * @returns null until it is known
 */
export function isSimulated(type: GenerationType, makers: Makers): boolean | null {
  const known = [makers.image, makers.video].flatMap((maker) => maker?.provider ?? []);
  if (known.includes(RENDERER)) return true;
  return makers[type] === undefined ? null : false;
}
