import { Refusal } from '../../contract/refusal.js';

/** The refusal of a file on the page of a box, in words for whoever chose the file. */
export const refuseFile = (message: string): Refusal =>
  new Refusal('VALIDATION_ERROR', { message });

/** The refusal of an address at which no box is open: whether there ever was one is not told. */
export const refuseClosed = (): Refusal =>
  new Refusal('NOT_FOUND', {
    message: 'No upload box is open at this address. Ask for a new one whoever sent you here.',
  });
