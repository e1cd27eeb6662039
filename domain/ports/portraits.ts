import type { Customization } from '../catalogue/presets.js';
import type { PortraitJob } from '../catalogue/runs.js';

/** Draws the pictures of the preset characters. */
export interface PortraitStudio {
  /** Number of requested pictures that are not drawn yet. */
  readonly waiting: number;
  /**
   * Draws a catalogue entry's portrait as unlabelled WebP of 1024 by 1280 pixels. The same
   * arguments give the same bytes.
   * @param customization for a customisable base; null draws its defaults. Ignored for a ready
   * portrait
   * @throws {RangeError} if the catalogue has no such entry
   */
  draw(baseId: string, customization: Customization | null): Promise<Buffer>;
}

/** Workflow runs that draw portraits, as seen by the process that requests one. */
export interface PortraitRuns {
  /**
   * Waits until a run ends.
   * @returns the run's result, even if another request started the run; `no_answer` if no worker
   * finished it in time; `failed` if it never will
   */
  waitForResult(workflowId: string): Promise<PortraitJob | 'no_answer' | 'failed'>;
}
