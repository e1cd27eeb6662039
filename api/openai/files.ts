import type { Issue } from '../../domain/contract/refusal.js';
import type { AnyVisit, OpenAiEndpoint } from './endpoint.js';
import type { ReceivedFile } from './read-form.js';

type Received = Pick<AnyVisit, 'files'>;

/** Reports fields that have more files than their endpoint accepts. */
export const issuesOfFiles = (
  { files: taken = {} }: OpenAiEndpoint,
  { files }: Received,
): Issue[] =>
  Object.entries(taken).flatMap(([field, most]) => {
    const count = files.filter((file) => file.field === field).length;
    const message = `has ${count} files, and ${most} are taken at most`;
    return count > most ? [{ path: `body.${field}`, message }] : [];
  });

/** Returns a field's files, in request order. */
export const filesOf = ({ files }: Received, field: string): readonly ReceivedFile[] =>
  files.filter((file) => file.field === field);

/**
 * Converts a file to a data URL for a `/v1` media field. The file's bytes decide its actual type; a
 * generic declared type leaves the type open.
 */
export function toDataUrl({ type, bytes }: ReceivedFile): string {
  const declared = /^(image|video|audio)\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
  return `data:${declared};base64,${bytes.toString('base64')}`;
}
