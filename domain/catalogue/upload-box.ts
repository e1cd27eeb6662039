import { MEGABYTE } from './media-types.js';

/** Limits of an upload box (docs/uploads.md, Upload boxes). */

/** How long a box accepts files and can be read. */
export const BOX_HOURS = 24;
export const BOX_MS = BOX_HOURS * 3_600_000;

/** Maximum uploads started in one box, including failed ones, and their total bytes. */
export const BOX_FILES_MAX = 100;
export const BOX_BYTES_MAX = 2_000 * MEGABYTE;

/** Maximum open boxes of one account. */
export const OPEN_BOXES_MAX = 50;
