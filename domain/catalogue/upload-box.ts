import { MEGABYTE } from './media-types.js';

/** Limits of an upload box (docs/uploads.md, Upload boxes). */

/** Time for which a box accepts files and can be read. */
export const BOX_HOURS = 24;
export const BOX_MS = BOX_HOURS * 3_600_000;

/** Maximum uploads started in one box, including failed ones, and maximum of their total bytes. */
export const BOX_FILES_MAX = 100;
export const BOX_BYTES_MAX = 2_000 * MEGABYTE;

/** Maximum open boxes per account. */
export const OPEN_BOXES_MAX = 50;
