import type { EntityManager } from 'typeorm';
import type {
  CredentialManifest,
  CredentialReader,
  FileExamination,
} from '../ports/content-credentials.js';
import type { Log } from '../ports/log.js';
import { MARKABLE, WatermarkUnavailable, type Watermark } from '../ports/watermark.js';
import { findFileRecord, findManifest, findMarkedRecord } from './find-file-record.js';
import type { FoundRecords } from './present-verification.js';

export interface SignalDeps {
  readonly credentialReader: CredentialReader;
  /** Null unless configured. */
  readonly watermark: Watermark | null;
  readonly log: Pick<Log, 'warn'>;
}

/** The signals in a file. */
export interface Signals {
  readonly examination: FileExamination;
  /** The code in the pixels; null if there is none. */
  readonly code: string | null;
  /** False if no detector is configured, or if it failed. */
  readonly isCodeChecked: boolean;
}

/**
 * Reads the signals in a file.
 * @param roots certificates in PEM whose signers are trusted
 * @throws {MediaRefused} if the file takes too much time or memory
 */
export async function readSignals(
  deps: SignalDeps,
  bytes: Buffer,
  roots: readonly string[],
): Promise<Signals> {
  const examination = await deps.credentialReader.examine(bytes, roots);
  return { examination, ...(await detectWatermark(deps, bytes, examination)) };
}

const UNCHECKED = { code: null, isCodeChecked: false } as const;

/** Finds the code in the pixels; a detector that fails does not fail the whole check. */
async function detectWatermark(
  { watermark, log }: SignalDeps,
  bytes: Buffer,
  { contentType }: FileExamination,
): Promise<Pick<Signals, 'code' | 'isCodeChecked'>> {
  if (!watermark || contentType === null || !MARKABLE.has(contentType)) return UNCHECKED;
  try {
    return { code: await watermark.detect({ bytes, contentType }), isCodeChecked: true };
  } catch (error) {
    if (!(error instanceof WatermarkUnavailable)) throw error;
    log.warn({ err: error }, 'a file was not checked for a watermark');
    return UNCHECKED;
  }
}

/** The records of a file, and the stored manifest if the file has lost its own. */
export interface Lookup extends FoundRecords {
  readonly manifest: Buffer | null;
}

/** Finds the generations that a file comes from. */
export async function findRecords(
  db: EntityManager,
  { examination: { contentHash, credentials }, code, isCodeChecked }: Signals,
): Promise<Lookup> {
  const marked = code === null ? null : await findMarkedRecord(db, code);
  const content = contentHash === null ? null : await findFileRecord(db, contentHash);
  const id = (content ?? marked)?.generationId;
  const isLost = credentials.state === 'none' && id !== undefined;
  return {
    content,
    watermark: isCodeChecked ? marked : 'not_checked',
    manifest: isLost ? await findManifest(db, id) : null,
  };
}

/**
 * Reads the manifest that a file has lost.
 * @throws {MediaRefused} if it takes too much time or memory
 */
export const readLostChain = async (
  { credentialReader }: Pick<SignalDeps, 'credentialReader'>,
  { manifest }: Lookup,
  roots: readonly string[],
): Promise<readonly CredentialManifest[]> =>
  manifest ? credentialReader.readManifest(manifest, roots) : [];
