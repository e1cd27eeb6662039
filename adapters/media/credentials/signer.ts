import type {
  CredentialReader,
  CredentialReport,
  FileExamination,
  CredentialSigner,
  SignedFile,
} from '../../../domain/ports/content-credentials.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { StorageUnavailable } from '../../../domain/ports/object-store.js';
import type { Limits } from '../inspection/conversation.js';
import { endWith } from '../inspection/end-with.js';
import type { Job } from '../inspection/protocol.js';
import { createWorkerPool } from '../inspection/worker-pool.js';
import { createClaimSigner } from './cose.js';

const MODULE = new URL('./worker.js', import.meta.url);
const HEAP_MB = 128;
/**
 * Time limit of a signature. An image takes 40 ms, but a clip of 250 MB must be hashed and copied.
 */
const SIGN_MS = 60_000;
const READ_MS = 10_000;
/** Media type of a manifest store without a file (C2PA 2.2, "External Manifests"). */
const MANIFEST_TYPE = 'application/c2pa';
/** Codes of failed checks of the file's hash. */
const FILE_HASH = /^assertion\.(dataHash|bmffHash|boxesHash)\./;
const NEVER = new AbortController().signal;

const createPool = (name: string, ms: number) => {
  const limits: Limits = { probeMs: ms, pictureMs: ms };
  return createWorkerPool(1, { module: MODULE, name, limits, heapMb: HEAP_MB });
};

/** The task contains the bytes, so the thread does not read a file. */
const NO_FILE: Job['file'] = {
  size: 0,
  read: () => Promise.reject(new Error('The task has no file to read.')),
};

/** Creates a signer with its own thread, which starts with the first file. */
export function createCredentialSigner(): CredentialSigner {
  const pool = createPool('signing', SIGN_MS);
  return {
    check: (identity) => createClaimSigner(identity).requireValid(),
    async sign(identity, file, manifest, ingredients, signal = NEVER) {
      try {
        signal.throwIfAborted();
        const signer = createClaimSigner(identity);
        signer.requireValid();
        const reserveSize = signer.signatureBytes;
        const run = (used: typeof ingredients) =>
          pool.run({
            task: { type: 'sign', file, manifest, ingredients: used, reserveSize },
            file: NO_FILE,
            sign: (claim) => signer.sign(claim),
          });
        const work = run(ingredients).catch((error: unknown) => {
          const isDead = error instanceof MediaRefused && error.reason === 'too_complex';
          if (!isDead || ingredients.length === 0) throw error;
          // An ingredient crashed the thread, so only record that the ingredients were used.
          return run(ingredients.map((one) => ({ ...one, bytes: new Uint8Array() })));
        });
        return (await endWith(signal, work)) as SignedFile;
      } catch (error) {
        if (signal.aborted) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw new StorageUnavailable(`The file could not be signed: ${reason}`, { cause: error });
      }
    },
    close: () => pool.close(),
  };
}

/** Creates a reader with its own thread, so that untrusted files never delay a signature. */
export function createCredentialReader(): CredentialReader {
  const pool = createPool('credentials', READ_MS);
  return {
    async examine(bytes, roots) {
      const task = { type: 'examine', bytes, anchors: roots.join('\n') } as const;
      return (await pool.run({ task, file: NO_FILE, sign: refuseToSign })) as FileExamination;
    },
    async readManifest(bytes, roots) {
      const file = { bytes, contentType: MANIFEST_TYPE };
      const task = { type: 'read', file, anchors: roots.join('\n') } as const;
      const report = await pool.run({ task, file: NO_FILE, sign: refuseToSign });
      return omitFileHash((report as CredentialReport).chain);
    },
    close: () => pool.close(),
  };
}

/** Without the file, its hash never matches. */
const omitFileHash = ([first, ...sources]: CredentialReport['chain']) =>
  first
    ? [{ ...first, problems: first.problems.filter((code) => !FILE_HASH.test(code)) }, ...sources]
    : [];

function refuseToSign(): never {
  throw new Error('The reader signs nothing.');
}
