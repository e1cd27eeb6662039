import { MEGABYTE } from './media-types.js';

/** Bounds of an upload box (docs/uploads.md, Upload boxes). */

/** How long a box takes files, and can be read. */
export const BOX_HOURS = 24;
export const BOX_MS = BOX_HOURS * 3_600_000;

/** Files that may be begun in one box, whatever becomes of them, and bytes of all of them. */
export const BOX_FILES_MAX = 100;
export const BOX_BYTES_MAX = 2_000 * MEGABYTE;

/** Boxes that one account may have at a time. */
export const OPEN_BOXES_MAX = 50;
