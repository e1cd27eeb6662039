import { createServer } from 'node:net';
import type { ObjectStore } from '../../domain/ports/object-store.js';
import { createS3ObjectStore } from '../../adapters/store/s3-object-store.js';
import { listenLocally } from '../support/loopback.js';

/** A store with made-up credentials on any endpoint. */
export function storeAt(endpoint: string, timeoutMs?: number): ObjectStore {
  const account = { accessKey: 'key', secretKey: 'secret', region: 'us-east-1', bucket: 'bucket' };
  return createS3ObjectStore({ ...account, endpoint, timeoutMs });
}

/** An origin where nobody listens. */
export async function deadEndpoint(): Promise<string> {
  const vacated = createServer();
  const endpoint = await listenLocally(vacated);
  vacated.close();
  return endpoint;
}
