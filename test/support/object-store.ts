import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { Client } from 'minio';
import type { ObjectStore } from '../../domain/ports/object-store.js';
import { createS3ObjectStore } from '../../adapters/store/s3-object-store.js';
import { testServers } from './hooks.js';
import { listenLocally } from './loopback.js';

/** Creates an object store with invented credentials at any endpoint. */
export function storeAt(endpoint: string, timeoutMs?: number): ObjectStore {
  const account = { accessKey: 'key', secretKey: 'secret', region: 'us-east-1', bucket: 'bucket' };
  return createS3ObjectStore({ ...account, endpoint, timeoutMs });
}

type Settings = Parameters<typeof createS3ObjectStore>[0];

/** Separate bucket on the S3 server of this run, for one describe block. */
export interface TestBucket {
  readonly settings: Settings;
  readonly store: ObjectStore;
}

/**
 * Creates the bucket before the first test of the describe block.
 * @returns an object that is filled in before the tests start
 */
export function testBucket(): TestBucket {
  const made = { settings: {} as Settings, store: {} as ObjectStore };
  before('a bucket is created', async () => {
    const bucket = `test-${randomUUID()}`;
    Object.assign(made.settings, testServers().s3, { region: 'us-east-1', bucket });
    Object.assign(made.store, createS3ObjectStore(made.settings));
    await made.store.ensureBucket();
  });
  return made;
}

/** Creates a client that calls the S3 server directly, without the product's object store. */
export function s3Client({ endpoint, ...account }: Omit<Settings, 'bucket'>): Client {
  const { hostname, port } = new URL(endpoint);
  const address = { endPoint: hostname, port: Number(port), useSSL: false, pathStyle: true };
  return new Client({ ...account, ...address });
}

/** Finds an origin without a server. */
export async function deadEndpoint(): Promise<string> {
  const vacated = createServer();
  const endpoint = await listenLocally(vacated);
  vacated.close();
  return endpoint;
}
