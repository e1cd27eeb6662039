import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { Context } from 'koa';
import { MEDIA_BYTES_MAX } from '../../domain/catalogue/media-types.js';
import { refuseInvalid, Refusal, type Issue } from '../../domain/contract/refusal.js';
import { shortenName } from '../../domain/contract/show-value.js';
import type { Reservation } from '../middleware/body-budget.js';
import { askForBody, MEDIA_BODY_BYTES_MAX } from '../middleware/read-body.js';
import {
  KeptBytes,
  readChunks,
  refuseTooLarge,
  type BodyLimits,
  readDeclaredLength,
} from '../middleware/receive-body.js';

/** A file of a multipart body. Its contents are not checked yet. */
export interface ReceivedFile {
  /** Field name without a list's brackets: `image` for `image[]`. */
  readonly field: string;
  /** Content type that the client declares. */
  readonly type: string;
  readonly bytes: Buffer;
  /** SHA-256 of the bytes. */
  readonly hash: string;
}

export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly ReceivedFile[];
}

/**
 * Limits of a form, higher than any request needs. A field may contain a data URL; the whole body
 * has a separate limit.
 */
const LIMITS = {
  fields: 40,
  files: 8,
  parts: 48,
  fieldSize: MEDIA_BODY_BYTES_MAX,
  fileSize: MEDIA_BYTES_MAX.image,
  headerPairs: 16,
  headerSize: 4_096,
};

/**
 * Maximum length of a name, longer than any option. The parser silently truncates longer headers of
 * parts.
 */
const NAME_MAX = 200;

/** Bytes parsed per step. The parser continues after a refusal, and small parts are expensive. */
const SLICE = 4_096;

/**
 * Reads a multipart body while it arrives: fields and files within limits. The parser copies bytes
 * and searches for the boundary; file contents are not checked.
 * @throws {Refusal} VALIDATION_ERROR with status 400 or 413; RATE_LIMITED or UNAVAILABLE if there
 * is no memory for the body
 */
export async function readForm(
  ctx: Context,
  { maxBytes, deadlineMs }: BodyLimits,
  memory: Reservation,
): Promise<Form> {
  const length = readDeclaredLength(ctx.req);
  if (length !== null && length > maxBytes) throw refuseTooLarge(maxBytes);
  memory.growTo(length ?? 0);
  const { parser, form, refused } = createParser(ctx.get('Content-Type'), length);
  askForBody(ctx);
  let total = 0;
  await readChunks(ctx.req, deadlineMs, (chunk) => {
    total += chunk.length;
    if (total > maxBytes) throw refuseTooLarge(maxBytes);
    memory.growTo(total);
    for (let from = 0; from < chunk.length; from += SLICE) {
      parser.write(chunk.subarray(from, from + SLICE));
      if (refused.first) throw refused.first;
    }
  });
  const finished = once(parser, 'finish', { signal: AbortSignal.timeout(deadlineMs) });
  parser.end();
  await finished.catch((error: unknown) => {
    throw refused.first ?? refuseForm('is not a valid multipart body', error);
  });
  if (refused.first) throw refused.first;
  return form;
}

/** @param length the body's length; null if it is not known */
function createParser(contentType: string, length: number | null) {
  const fields = new Map<string, string>();
  const files: ReceivedFile[] = [];
  const refused: { first: Refusal | null } = { first: null };
  const refuse = (message: string, cause?: unknown, path?: string) => {
    refused.first ??= refuseForm(message, cause, path);
  };
  const parser = openParser(contentType);
  parser.on('error', (error: unknown) => refuse('is not a valid multipart body', error));
  for (const limit of ['parts', 'files', 'fields'] as const) {
    parser.on(`${limit}Limit`, () => refuse(`has more than ${LIMITS[limit]} ${limit}`));
  }
  const hasName = (name: string | undefined): name is string => {
    if (!name) refuse('has a part without a name');
    else if (name.length > NAME_MAX) refuse(`has a part name of more than ${NAME_MAX} characters`);
    else return true;
    return false;
  };
  parser.on('field', (name: string | undefined, value, _cut, isTruncated) => {
    if (!hasName(name)) return;
    const field = `body.${shortenName(name)}`;
    if (isTruncated) refuse(`is longer than ${LIMITS.fieldSize} bytes`, undefined, field);
    fields.set(name, value);
  });
  parser.on(
    'file',
    (
      name: string | undefined,
      stream: BusboyFileStream,
      _name: string,
      _as: string,
      type: string,
    ) => {
      if (!hasName(name)) return;
      const field = name.replace(/\[\d*\]$/, '');
      const kept = new KeptBytes(length === null ? null : Math.min(length, LIMITS.fileSize));
      const hash = createHash('sha256');
      // Hash the file while it arrives, because hashing a large file in one step would block other
      // requests.
      stream.on('data', (chunk: Buffer) => {
        kept.add(chunk);
        hash.update(chunk);
      });
      stream.on('error', (error: unknown) => refuse('did not arrive whole', error));
      stream.on('limit', () => {
        refuse(`is larger than ${LIMITS.fileSize} bytes`, undefined, `body.${shortenName(field)}`);
      });
      stream.on('end', () => {
        files.push({ field, type, bytes: kept.bytes(), hash: hash.digest('hex') });
      });
    },
  );
  return { parser, form: { fields, files }, refused };
}

function openParser(contentType: string) {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
  } catch (error) {
    throw refuseForm('has no boundary in its Content-Type', error);
  }
}

function refuseForm(message: string, cause?: unknown, path = 'body'): Refusal {
  const { message: text, ...refusal } = refuseInvalid([{ path, message } satisfies Issue]);
  return new Refusal('VALIDATION_ERROR', { ...refusal, message: text, cause });
}

/**
 * Returns the data that identifies a form: its fields and file hashes. Equal forms are the same.
 */
export const identifyForm = ({ fields, files }: Form): object => ({
  fields: Object.fromEntries(fields),
  files: files.map(({ field, type, hash }) => [field, type, hash]),
});
