import { Refusal } from '../../domain/contract/refusal.js';

/**
 * Creates the refusal for a missing file, such as the file of a generation that was just deleted.
 */
export const refuseMissing = (): Refusal =>
  new Refusal('NOT_FOUND', { message: 'The file was deleted.' });
