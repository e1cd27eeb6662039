import { readFile } from 'node:fs/promises';
import type { Context, Middleware } from 'koa';
import type { Static } from 'typebox';
import { MEDIA_BYTES_MAX } from '../../domain/catalogue/media-types.js';
import { refuseInvalid, Refusal } from '../../domain/contract/refusal.js';
import type { VerificationBody, VerifySchema } from '../../domain/contract/verification.js';
import type { FileExamination } from '../../domain/ports/content-credentials.js';
import { MediaRefused } from '../../domain/ports/media-refused.js';
import { MARKABLE, WatermarkUnavailable } from '../../domain/ports/watermark.js';
import { findFileRecord, findMarkedRecord } from '../../domain/provenance/find-file-record.js';
import { listRoots } from '../../domain/provenance/signing-keys.js';
import {
  presentVerification,
  type FoundRecords,
} from '../../domain/provenance/present-verification.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { readForm } from '../openai/read-form.js';
import { verify as contract } from '../routes/verify.js';
import { compileCheck } from '../validate.js';
import { MEDIA_BODY_BYTES_MAX } from './read-body.js';
import { createPageLoader } from './built-page.js';
import { buildPageHeaders } from './connect-page.js';
import { readSmallBody } from './read-small-body.js';
import { runAsStranger, runInOwnerTurn } from './stranger-turn.js';

/** All files of unauthenticated clients together have one share of the memory for bodies. */
const STRANGERS = 'strangers';
const FILE_BYTES_MAX = MEDIA_BYTES_MAX.image;

const check = compileCheck(contract.body ?? {}, 'body');

const PAGE_PATH = '/verify';

/** The page sends files to this service and shows the selected picture; it loads nothing else. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the page `/verify` and `POST /v1/verify`, which check the origin of a file for anyone.
 * They are not in the route table, because their caller needs no key.
 */
export function serveVerify(deps: Deps, edge: Edge): Middleware {
  const loadPage = createPageLoader(deps.env.webFolder, 'verify.html');
  return async (ctx, next) => {
    if (ctx.path === PAGE_PATH && (ctx.method === 'GET' || ctx.method === 'HEAD')) {
      ctx.state.routeId = 'verifyPage';
      ctx.set({ ...buildPageHeaders(null), 'Content-Security-Policy': CONTENT_POLICY });
      ctx.type = 'html';
      ctx.body = await loadPage();
      return;
    }
    if (ctx.path !== contract.path) return next();
    ctx.state.routeId = contract.id;
    if (ctx.method !== contract.method) {
      throw new Refusal('METHOD_NOT_ALLOWED', { headers: { Allow: contract.method } });
    }
    countVerification(ctx, edge);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await verify(ctx, deps, edge);
  };
}

/** @throws {Refusal} RATE_LIMITED, before the body is read */
function countVerification({ ip }: Context, { verifications }: Edge): void {
  if (verifications.tryConsume(ip)) return;
  throw new Refusal('RATE_LIMITED', {
    message: 'Your network has checked too many files. Try again in a minute.',
    headers: { 'Retry-After': '60' },
  });
}

async function verify(ctx: Context, deps: Deps, edge: Edge): Promise<VerificationBody> {
  const memory = edge.bodies.open(STRANGERS);
  try {
    const roots = await runAsStranger(ctx, deps, edge, () => listRoots(deps));
    const { examination, detection } = await runInOwnerTurn(
      deps.verifications,
      ctx.ip,
      async () => {
        const bytes = ctx.request.is('multipart/form-data')
          ? await readUploaded(ctx, edge, memory)
          : await readFromUrl(ctx, deps, edge, memory);
        const found = await examine(bytes, roots, deps);
        return { examination: found, detection: await detectWatermark(deps, bytes, found) };
      },
    );
    const records = await runAsStranger(ctx, deps, edge, () =>
      findRecords(deps, examination, detection),
    );
    return presentVerification(examination, records, Date.now());
  } finally {
    memory.release();
  }
}

/** Result of a detector; the code is null for a file without a watermark. */
interface Detection {
  readonly code: string | null;
}

/** Finds the generations that the file comes from. */
async function findRecords(
  { db }: Deps,
  { contentHash }: FileExamination,
  detection: Detection | null,
): Promise<FoundRecords> {
  const code = detection?.code ?? null;
  const marked = code === null ? null : await findMarkedRecord(db.manager, code);
  return {
    content: contentHash === null ? null : await findFileRecord(db.manager, contentHash),
    watermark: detection === null ? 'not_checked' : marked,
  };
}

/** Finds the code in the pixels; null if the file was not checked, or the detector failed. */
async function detectWatermark(
  { watermark, log }: Deps,
  bytes: Buffer,
  { contentType }: FileExamination,
): Promise<Detection | null> {
  if (!watermark || contentType === null || !MARKABLE.has(contentType)) return null;
  try {
    return { code: await watermark.detect({ bytes, contentType }) };
  } catch (error) {
    if (!(error instanceof WatermarkUnavailable)) throw error;
    log.warn({ err: error }, 'a file was not checked for a watermark');
    return null;
  }
}

type Memory = ReturnType<Edge['bodies']['open']>;

async function readUploaded(
  ctx: Context,
  { bodyDeadlineMs }: Edge,
  memory: Memory,
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
  { fetchFile }: Deps,
  edge: Edge,
  memory: Memory,
): Promise<Buffer> {
  const { value, issues, count } = check(await readSmallBody(ctx, edge));
  if (issues.length > 0) throw refuseInvalid(issues, count);
  memory.growTo(FILE_BYTES_MAX);
  const fetched = await fetchFile.fromUrl(
    (value as Static<typeof VerifySchema>).url,
    FILE_BYTES_MAX,
  );
  if ('busy' in fetched) throw refuseBusy();
  if ('refused' in fetched) throw refuseInvalid([{ path: 'body.url', message: fetched.refused }]);
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

async function examine(
  bytes: Buffer,
  roots: readonly string[],
  { credentialReader }: Deps,
): Promise<FileExamination> {
  try {
    return await credentialReader.examine(bytes, roots);
  } catch (error) {
    if (!(error instanceof MediaRefused)) throw error;
    throw refuseInvalid([{ path: 'body', message: error.message }]);
  }
}
