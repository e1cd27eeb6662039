import type { GenerationType } from './stages.js';

/** Name of the keyless renderer among the providers. */
export const RENDERER = 'local';

/** Who delivered a part of a generation. */
export interface Maker {
  readonly provider: string;
  /** The try that delivered it, counted over all stages and sources from 1. */
  readonly attempt: number;
}

/** Of a generation: its picture, or the first frame of its clip, and the clip. */
export type Makers = { readonly [Part in GenerationType]?: Maker };

/**
 * Whether the keyless renderer made what is shown: of a video the first frame or the clip.
 * @returns null as long as it is not known
 */
export function isSimulated(type: GenerationType, makers: Makers): boolean | null {
  const known = [makers.image, makers.video].flatMap((maker) => maker?.provider ?? []);
  if (known.includes(RENDERER)) return true;
  return makers[type] === undefined ? null : false;
}
