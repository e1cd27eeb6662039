const MINUTE_MS = 60_000;

/** For how long a signed URL takes a PUT. */
export const SIGNED_WINDOW_MS = 15 * MINUTE_MS;

/** For how long an upload is kept after its creation. */
export const UPLOAD_RETENTION_DAYS = 7;
export const UPLOAD_RETENTION_MS = UPLOAD_RETENTION_DAYS * 24 * 60 * MINUTE_MS;

/** How long a failed import is remembered, so that its retry does not count a second file. */
export const IMPORT_MARK_MS = 24 * 60 * MINUTE_MS;

/** When an upload that is made now is removed. */
export const uploadExpiry = (now: Date) => new Date(now.getTime() + UPLOAD_RETENTION_MS);
