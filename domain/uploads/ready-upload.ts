import type { Upload } from '../../entities/upload.js';

/** A checked upload, whose object and size are known. */
export type ReadyUpload = Upload & { readonly status: 'ready'; objectKey: string; size: number };

/**
 * Checks whether an upload's file was checked. A CHECK constraint ensures that a ready row has its
 * object.
 */
export const isReady = (row: Upload): row is ReadyUpload => row.status === 'ready';

/** Checks whether an upload's file may be used: it was checked and has not expired. */
export const isUsable = (row: Upload | null): row is ReadyUpload =>
  row !== null && isReady(row) && row.expiresAt.getTime() > Date.now();
