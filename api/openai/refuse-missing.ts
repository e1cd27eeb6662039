import { Refusal } from '../../domain/contract/refusal.js';

/** The refusal of a file that is gone, such as that of a generation which was deleted meanwhile. */
export const refuseMissing = (): Refusal =>
  new Refusal('NOT_FOUND', { message: 'The file was deleted.' });
