import type { Issue } from '../../domain/contract/refusal.js';
import type { AnyVisit, OpenAiEndpoint } from './endpoint.js';
import type { ReceivedFile } from './read-form.js';

type Received = Pick<AnyVisit, 'files'>;

/** Fields that have more files than their endpoint takes. */
export const issuesOfFiles = (
  { files: taken = {} }: OpenAiEndpoint,
  { files }: Received,
): Issue[] =>
  Object.entries(taken).flatMap(([field, most]) => {
    const count = files.filter((file) => file.field === field).length;
    const message = `has ${count} files, and ${most} are taken at most`;
    return count > most ? [{ path: `body.${field}`, message }] : [];
  });

/** The files of a field, in their order. */
export const filesOf = ({ files }: Received, field: string): readonly ReceivedFile[] =>
  files.filter((file) => file.field === field);

/**
 * A file as a media field of `/v1` takes it. What it really is, a look into its bytes tells: a type
 * that says nothing leaves it open.
 */
export function toDataUrl({ type, bytes }: ReceivedFile): string {
  const declared = /^(image|video|audio)\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
  return `data:${declared};base64,${bytes.toString('base64')}`;
}
