/**
 * Creates a write request's idempotency header. A key identifies one intent: reuse it for a retry,
 * create a new key for the next click.
 */
export function createIdempotencyKey(): { 'Idempotency-Key': string } {
  // `randomUUID` exists only on https and localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return {
    'Idempotency-Key': Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}
