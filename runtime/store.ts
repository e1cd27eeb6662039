import { createS3ObjectStore } from '../adapters/store/s3-object-store.js';
import type { ObjectStore } from '../domain/ports/object-store.js';
import type { Env } from './env.js';

/** Creates the object store for commands that need nothing else from `createDeps`. */
export const createStore = (s3: Env['s3']): ObjectStore => createS3ObjectStore(s3);
