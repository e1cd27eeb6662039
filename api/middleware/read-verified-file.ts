import { readFile } from 'node:fs/promises';
import type { Context } from 'koa';
import type { Static } from 'typebox';
import { MEDIA_BYTES_MAX } from '../../domain/catalogue/media-types.js';
import { parseServed } from '../../domain/catalogue/object-keys.js';
import { parseServiceKey } from '../../domain/contract/media.js';
import { refuseInvalid, Refusal } from '../../domain/contract/refusal.js';
import { VerifySchema } from '../../domain/contract/verification.js';
import { findServedUntil } from '../../domain/uploads/served-until.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { readForm } from '../openai/read-form.js';
import { compileCheck } from '../validate.js';
import type { Reservation } from './body-budget.js';
import { MEDIA_BODY_BYTES_MAX } from './read-body.js';
import { readSmallBody } from './read-small-body.js';
import { runAsStranger } from './stranger-turn.js';

const FILE_BYTES_MAX = MEDIA_BYTES_MAX.image;

const check = compileCheck(VerifySchema, 'body');

/**
 * Reads the file of a request to `POST /v1/verify`: the field `file` of a form, or the file at a URL.
 * @throws {Refusal} VALIDATION_ERROR; RATE_LIMITED or UNAVAILABLE if there is no memory for it
 */
export const readVerifiedFile = (
  ctx: Context,
  deps: Deps,
  edge: Edge,
  memory: Reservation,
): Promise<Buffer> =>
  ctx.request.is('multipart/form-data')
    ? readUploaded(ctx, edge, memory)
    : readFromUrl(ctx, deps, edge, memory);

async function readUploaded(
  ctx: Context,
  { bodyDeadlineMs }: Edge,
  memory: Reservation,
): Promise<Buffer> {
  const limits = { maxBytes: MEDIA_BODY_BYTES_MAX, deadlineMs: bodyDeadlineMs };
  const { files } = await readForm(ctx, limits, memory);
  const [file] = files;
  if (!file || files.length > 1 || file.field !== 'file') {
    throw refuseInvalid([{ path: 'body.file', message: 'is required: send one file' }]);
  }
  if (file.bytes.length === 0) {
    throw refuseInvalid([{ path: 'body.file', message: 'is empty: send the file' }]);
  }
  return file.bytes;
}

async function readFromUrl(
  ctx: Context,
  deps: Deps,
  edge: Edge,
  memory: Reservation,
): Promise<Buffer> {
  const { value, issues, count } = check(await readSmallBody(ctx, edge));
  if (issues.length > 0) throw refuseInvalid(issues, count);
  const { url } = value as Static<typeof VerifySchema>;
  memory.growTo(FILE_BYTES_MAX);
  const key = parseServiceKey(url, deps.mediaBase);
  return key === null ? fetchPublic(url, deps) : readServed(ctx, key, deps, edge);
}

/** Reads a file that `/media` serves; its own address can be private. */
async function readServed(ctx: Context, key: string, deps: Deps, edge: Edge): Promise<Buffer> {
  const bytes = await runAsStranger(ctx, deps, edge, async () => {
    if (!parseServed(key) || (await findServedUntil(deps.db.manager, key)) === null) return null;
    const facts = await deps.store.stat(key);
    if (facts && facts.size > FILE_BYTES_MAX) throw refuseUrl('is larger than 20 MB');
    return deps.store.get(key, FILE_BYTES_MAX);
  });
  if (!bytes) throw refuseUrl('has no file: check the address');
  return bytes;
}

const refuseUrl = (message: string): Refusal => refuseInvalid([{ path: 'body.url', message }]);

async function fetchPublic(url: string, { fetchFile }: Deps): Promise<Buffer> {
  const fetched = await fetchFile.fromUrl(url, FILE_BYTES_MAX);
  if ('busy' in fetched) throw refuseBusy();
  if ('refused' in fetched) throw refuseUrl(fetched.refused);
  try {
    return await readFile(fetched.file.path);
  } finally {
    await fetched.file.remove();
  }
}

const refuseBusy = (): Refusal =>
  new Refusal('UNAVAILABLE', {
    message: 'The file could not be fetched just now. Try again in a moment.',
    headers: { 'Retry-After': '5' },
  });
