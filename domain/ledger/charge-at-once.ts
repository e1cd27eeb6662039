import type { EntityManager } from 'typeorm';
import { closeHold } from './close-hold.js';
import { reserve, type Reservation, type Reserved } from './reserve.js';

/** Credits for something that is done at once: no job, so no slot. */
export type Charge = Omit<Reservation, 'refType'> & { readonly refType: 'character' };

export type Charged = Exclude<Reserved, { reason: 'slots' | 'rate' }>;

/**
 * Reserves and settles in the transaction of what is paid for. Bookings, cap and the notice of a
 * low balance are those of a reservation. After a refusal the caller must roll back; then nothing
 * has changed.
 */
export async function charge(tx: EntityManager, wanted: Charge): Promise<Charged> {
  const reserved = await reserve(tx, wanted);
  if (!reserved.ok) {
    if (reserved.reason !== 'slots' && reserved.reason !== 'rate') return reserved;
    throw new Error(`a ${wanted.refType} was counted as a job`);
  }
  const { refType, refId } = wanted;
  await closeHold(tx, { refType, refId, settle: 'all' });
  return reserved;
}
