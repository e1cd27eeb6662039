import { MEGABYTE } from './media-types.js';

/** Limits of uploads and of upload boxes (docs/uploads.md). */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Validity of a signed URL in milliseconds. */
export const SIGNED_WINDOW_MS = 15 * MINUTE_MS;

/** Retention of an upload in days, from its creation. */
export const UPLOAD_RETENTION_DAYS = 7;
export const UPLOAD_RETENTION_MS = UPLOAD_RETENTION_DAYS * 24 * HOUR_MS;

/**
 * Retention of a failed import's record in milliseconds, so that its retry does not count a second
 * file.
 */
export const IMPORT_MARK_MS = 24 * HOUR_MS;

/** Computes when an upload that is created now will be deleted. */
export const computeUploadExpiry = (now: Date) => new Date(now.getTime() + UPLOAD_RETENTION_MS);

/** Lifetime of an upload box in hours: it accepts files and can be read. */
export const BOX_HOURS = 24;
export const BOX_MS = BOX_HOURS * HOUR_MS;

/** Maximum uploads started in one box, including failed ones, and maximum of their total bytes. */
export const BOX_FILES_MAX = 100;
export const BOX_BYTES_MAX = 2_000 * MEGABYTE;

/** Maximum open boxes per account. */
export const OPEN_BOXES_MAX = 50;
