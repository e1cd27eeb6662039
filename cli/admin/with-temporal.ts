import type { Client } from '@temporalio/client';
import { Refusal } from '../../domain/contract/refusal.js';
import { isNoAnswer } from '../../runtime/grpc.js';
import type { Admin } from './open.js';

/**
 * Opens a Temporal client, runs `work` with it and closes the connection.
 * @throws {Refusal} UNAVAILABLE if Temporal does not respond in time
 */
export async function withTemporal<T>(
  { env }: Pick<Admin, 'env'>,
  deadlineMs: number,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  // Imported lazily, because loading it takes longer than most commands run.
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
