/**
 * The header of a request that changes something. One key is one intent: keep it for a repetition,
 * make a new one for the next click.
 */
export function newIdempotencyKey(): { 'Idempotency-Key': string } {
  // `randomUUID` exists on https and localhost only.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return {
    'Idempotency-Key': Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}
