import { toDeclaredType } from '../../domain/contract/media.js';
import type { Issue } from '../../domain/contract/refusal.js';
import type { AttachedFiles } from '../../domain/uploads/parse-fields.js';
import type { AnyVisit, OpenAiEndpoint } from './endpoint.js';
import type { ReceivedFile } from './read-form.js';

type Received = Pick<AnyVisit, 'files'>;

/** Reports fields that have more files than their endpoint accepts, or an empty file. */
export const issuesOfFiles = (
  { files: taken = {} }: OpenAiEndpoint,
  { files }: Received,
): Issue[] =>
  Object.entries(taken).flatMap(([field, most]) => {
    const given = filesOf({ files }, field);
    const path = `body.${field}`;
    if (given.length > most)
      return [{ path, message: `has ${given.length} files, and ${most} are taken at most` }];
    return given.some(({ bytes }) => bytes.length === 0)
      ? [{ path, message: 'has an empty file; send its bytes' }]
      : [];
  });

/** Returns a field's files, in request order. */
export const filesOf = ({ files }: Received, field: string): readonly ReceivedFile[] =>
  files.filter((file) => file.field === field);

/** The text of a `/v1` media field whose file is attached. */
export const ATTACHED = 'attached';

/**
 * Attaches files to `/v1` media fields as bytes, because a data URL would need two more copies in
 * memory.
 * @param entries each file with its field's path
 */
export const attachFiles = (
  entries: readonly (readonly [path: string, file: ReceivedFile])[],
): AttachedFiles =>
  new Map(
    entries.map(([path, { type, bytes }]) => [path, { bytes, declared: toDeclaredType(type) }]),
  );
