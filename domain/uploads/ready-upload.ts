import type { Upload } from '../../entities/upload.js';

/** An upload whose file was checked, so that its object and its size are known. */
export type ReadyUpload = Upload & { readonly status: 'ready'; objectKey: string; size: number };

/**
 * Tells whether the file of an upload was checked; a ready row has its object (CHECK of the table).
 */
export const isReady = (row: Upload): row is ReadyUpload => row.status === 'ready';

/** Tells whether the file of an upload may be used: it was checked, and is kept still. */
export const isUsable = (row: Upload | null): row is ReadyUpload =>
  row !== null && isReady(row) && row.expiresAt.getTime() > Date.now();
