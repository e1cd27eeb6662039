const MINUTE_MS = 60_000;

/** How long a signed URL accepts a PUT. */
export const SIGNED_WINDOW_MS = 15 * MINUTE_MS;

/** How long an upload is kept after its creation. */
export const UPLOAD_RETENTION_DAYS = 7;
export const UPLOAD_RETENTION_MS = UPLOAD_RETENTION_DAYS * 24 * 60 * MINUTE_MS;

/** How long a failed import is remembered, so that its retry does not count a second file. */
export const IMPORT_MARK_MS = 24 * 60 * MINUTE_MS;

/** Computes when an upload that is created now will be deleted. */
export const computeUploadExpiry = (now: Date) => new Date(now.getTime() + UPLOAD_RETENTION_MS);
