import { createHash } from 'node:crypto';
import type { VisualJob } from '../../../domain/ports/provider-job.js';

/** Computes a digest that is the same for retries of one attempt and differs between attempts. */
const computeJobDigest = ({ generationId, attempt }: VisualJob): Buffer =>
  createHash('sha256').update(`${generationId}/${attempt}`).digest();

/**
 * Derives a job's upstream id: a UUID in the only format that the server accepts (version 8, RFC
 * 9562).
 */
export function derivePromptId(job: VisualJob): string {
  const hex = computeJobDigest(job).toString('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
