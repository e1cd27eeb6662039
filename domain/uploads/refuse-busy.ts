import { Refusal } from '../contract/refusal.js';

/** The refusal of an import that has no room at the moment. */
export const refuseBusy = (): Refusal =>
  new Refusal('UNAVAILABLE', {
    message: 'Too many files are being fetched. Repeat the request with the same Idempotency-Key.',
    headers: { 'Retry-After': '2' },
  });
