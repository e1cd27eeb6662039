import type { EntityManager } from 'typeorm';
import type { CredentialReader, FileExamination } from '../ports/content-credentials.js';
import type { Log } from '../ports/log.js';
import { MARKABLE, WatermarkUnavailable, type Watermark } from '../ports/watermark.js';
import { findFileRecord, findMarkedRecord } from './find-file-record.js';
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
  readonly code: string | null | 'not_checked';
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
  return { examination, code: await detectWatermark(deps, bytes, examination) };
}

/** Finds the code in the pixels; a detector that fails does not fail the whole check. */
async function detectWatermark(
  { watermark, log }: SignalDeps,
  bytes: Buffer,
  { contentType }: FileExamination,
): Promise<Signals['code']> {
  if (!watermark || contentType === null || !MARKABLE.has(contentType)) return 'not_checked';
  try {
    return await watermark.detect({ bytes, contentType });
  } catch (error) {
    if (!(error instanceof WatermarkUnavailable)) throw error;
    log.warn({ err: error }, 'a file was not checked for a watermark');
    return 'not_checked';
  }
}

/** Finds the generations that a file comes from. */
export async function findRecords(
  db: EntityManager,
  { examination: { contentHash }, code }: Signals,
): Promise<FoundRecords> {
  return {
    content: contentHash === null ? null : await findFileRecord(db, contentHash),
    watermark: code === null || code === 'not_checked' ? code : await findMarkedRecord(db, code),
  };
}
