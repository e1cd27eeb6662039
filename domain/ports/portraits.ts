import type { Customization } from '../catalogue/presets.js';
import type { PortraitJob } from '../catalogue/runs.js';

/** Draws the pictures of the preset characters. */
export interface PortraitStudio {
  /** Requested pictures that are not drawn yet. */
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

/** Workflow runs that draw portraits, from the view of the process that requests one. */
export interface PortraitRuns {
  /**
   * Waits for the end of a run.
   * @returns its result, which another request may have started; `no_answer` when no worker
   * finished it in time; `failed` when it never will
   */
  waitForResult(workflowId: string): Promise<PortraitJob | 'no_answer' | 'failed'>;
}
