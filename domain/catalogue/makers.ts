import type { GenerationType, WorkType } from './stages.js';

/** Provider name of the built-in renderer, which needs no API key. */
export const RENDERER = 'local';

/** The provider that delivered a part of a generation. */
export interface Maker {
  readonly provider: string;
  /** Number of the attempt that delivered the part, counted from 1 over all stages and sources. */
  readonly attempt: number;
}

/** The parts that providers make: the image or first frame, the clip, speech, and moving lips. */
export type MadePart = GenerationType | 'speech' | 'lip_sync';

/** Providers that made a generation's parts. */
export type Makers = { readonly [Part in MadePart]?: Maker };

/**
 * Whether the built-in renderer created the result, or any part of a video.
 * @returns null until it is known
 */
export function isSimulated(type: WorkType, makers: Makers): boolean | null {
  if (Object.values(makers).some(({ provider }) => provider === RENDERER)) return true;
  return makers[type] === undefined ? null : false;
}
