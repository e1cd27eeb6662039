import type { Client } from '@temporalio/client';
import { Refusal } from '../../domain/contract/refusal.js';
import type { Admin } from './open.js';

/** gRPC codes that mean no answer: CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE. */
const NO_ANSWER_CODES: readonly unknown[] = [1, 4, 14];

/**
 * Works with Temporal for a while, and closes the connection.
 * @throws {Refusal} UNAVAILABLE when there is no answer in time
 */
export async function withTemporal<T>(
  { env }: Pick<Admin, 'env'>,
  deadlineMs: number,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  // Loaded here, because it takes longer to load than most commands run.
  const { createTemporal } = await import('../../runtime/temporal.js');
  const temporal = createTemporal(env);
  const { client } = temporal;
  try {
    return await client.withDeadline(Date.now() + deadlineMs, () => work(client));
  } catch (cause) {
    if (!isNoAnswer(cause)) throw cause;
    const message = `Temporal does not answer at ${env.temporalAddress}.`;
    throw new Refusal('UNAVAILABLE', { message, cause });
  } finally {
    await temporal.close();
  }
}

/** The SDK wraps some answers of the server in an error of its own. */
function isNoAnswer(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return NO_ANSWER_CODES.includes(code) || (cause instanceof Error && isNoAnswer(cause));
}
