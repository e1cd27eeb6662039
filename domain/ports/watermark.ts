import type { CredentialFile } from './content-credentials.js';
import { StorageUnavailable } from './object-store.js';

/** Thrown if the watermark service fails. An unmarked image must not be stored. */
export class WatermarkUnavailable extends StorageUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WatermarkUnavailable';
  }
}

/**
 * Writes and reads a code in the pixels of images, where it survives the removal of metadata and
 * another encoding. Both methods reject with the signal's reason when aborted.
 */
export interface Watermark {
  /**
   * Returns the image with the code, in the same type and size.
   * @throws {WatermarkUnavailable}
   */
  embed(file: CredentialFile, code: string, signal?: AbortSignal): Promise<Buffer>;
  /**
   * Finds the code in an image, also in a hostile one; null if it has none.
   * @throws {WatermarkUnavailable}
   */
  detect(file: CredentialFile, signal?: AbortSignal): Promise<string | null>;
}

/** Types of images in which a code can be found. */
export const MARKABLE: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);
