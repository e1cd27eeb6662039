import type { Customization } from '../catalogue/presets.js';

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
