import type { Customization } from '../catalogue/presets.js';
import type { PortraitJob } from '../catalogue/runs.js';

/** Makes the pictures of the preset characters. */
export interface PortraitStudio {
  /** Pictures that were asked for and are not drawn yet. */
  readonly waiting: number;
  /**
   * The portrait of a catalogue entry as WebP of 1024 by 1280 pixels, unlabelled. The same
   * arguments give the same bytes.
   * @param customization of a customisable base; null draws its defaults. Ignored for a ready
   * portrait
   * @throws {RangeError} when the catalogue has no such entry
   */
  draw(baseId: string, customization: Customization | null): Promise<Buffer>;
}

/** Runs that draw portraits, as the process sees them that asks for one. */
export interface PortraitRuns {
  /**
   * Waits for the end of a run.
   * @returns what it drew, which another request may have asked for first; `no_answer` when no
   * worker was done with it in time; `failed` when it never will be
   */
  result(workflowId: string): Promise<PortraitJob | 'no_answer' | 'failed'>;
}
