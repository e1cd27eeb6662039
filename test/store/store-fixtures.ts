import { createServer, type AddressInfo, type Server } from 'node:net';
import type { ObjectStore } from '../../domain/ports/object-store.js';
import { createS3ObjectStore } from '../../adapters/store/s3-object-store.js';

/** A store with made-up credentials on any endpoint. */
export function storeAt(endpoint: string, timeoutMs?: number): ObjectStore {
  const account = { accessKey: 'key', secretKey: 'secret', region: 'us-east-1', bucket: 'bucket' };
  return createS3ObjectStore({ ...account, endpoint, timeoutMs });
}

/** Starts a TCP or HTTP server on a free port of this machine; gives its origin. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An origin where nobody listens. */
export async function deadEndpoint(): Promise<string> {
  const vacated = createServer();
  const endpoint = await listen(vacated);
  vacated.close();
  return endpoint;
}
