import type { EntityManager } from 'typeorm';
import type { PresignedPut } from '../ports/object-store.js';
import { Upload } from '../../entities/upload.js';
import type { UploadJob } from '../catalogue/runs.js';
import {
  MEDIA_BYTES_MAX,
  MEDIA_KINDS,
  MEDIA_TYPES,
  parseContentType,
  type MediaContentType,
  type MediaKind,
} from '../catalogue/media-types.js';
import type { PlanLimits } from '../catalogue/plans.js';
import { buildKey } from '../catalogue/object-keys.js';
import { SIGNED_WINDOW_MS, computeUploadExpiry } from '../catalogue/upload-limits.js';
import { refuseInvalid } from '../contract/refusal.js';
import type { MediaUrl } from '../contract/generation.js';
import {
  presentSigned,
  presentUpload,
  type CreateUploadBody,
  type CreatedUploadBody,
} from '../contract/upload.js';
import type { Caller } from '../accounts/caller.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import { enqueueStarts, type StartDeps, type WorkflowToStart } from '../durable/start-workflow.js';
import { requireKind } from './accept-file.js';
import type { OpenBox } from './boxes/find-box.js';
import { reserveBoxBytes } from './boxes/reserve-box-bytes.js';
import { countUpload } from './upload-allowance.js';

export interface PresignDeps extends StartDeps {
  readonly mediaUrl: MediaUrl;
  readonly presignPut: (put: PresignedPut) => string;
  readonly newId: (prefix: 'upl') => string;
  readonly newSecret: () => string;
}

/** Builds the workflow that waits for a signed upload's file. */
export function uploadWorkflow(row: Pick<Upload, 'id' | 'accountId' | 'uploadExpiresAt'>) {
  const job: UploadJob = { uploadId: row.id, until: row.uploadExpiresAt?.getTime() ?? 0 };
  return {
    workflowId: row.id,
    workflowType: 'finaliseUpload',
    args: [job],
    accountId: row.accountId,
    summary: `upload · ${row.accountId}`,
    attributes: { AccountId: row.accountId },
  } satisfies WorkflowToStart;
}

/** A file as declared before it arrives. */
interface DeclaredFile {
  readonly accountId: string;
  readonly contentType: MediaContentType;
  /** If set, no other size is accepted. */
  readonly size: number | null;
  readonly boxId: string | null;
}

/** Builds a signed upload that is not stored yet: its row, and the URL to PUT its file to. */
export function signUpload(
  deps: Pick<PresignDeps, 'mediaUrl' | 'presignPut' | 'newId' | 'newSecret'>,
  { accountId, contentType, size, boxId }: DeclaredFile,
) {
  const { kind, extension } = MEDIA_TYPES[contentType];
  const now = new Date();
  const id = deps.newId('upl');
  const row = {
    id,
    accountId,
    status: 'pending' as const,
    kind,
    contentType,
    size: null,
    declaredSize: size,
    stagingKey: buildKey({ kind: 'staged', id, name: deps.newSecret(), extension }),
    objectKey: null,
    sourceKey: null,
    boxId,
    createdAt: now,
    expiresAt: computeUploadExpiry(now),
    uploadExpiresAt: new Date(now.getTime() + SIGNED_WINDOW_MS),
  };
  const uploadUrl = deps.presignPut({
    key: row.stagingKey,
    contentType,
    size,
    expiresSeconds: SIGNED_WINDOW_MS / 1_000,
    now,
  });
  const answer = presentSigned(presentUpload(row, deps.mediaUrl), {
    uploadUrl,
    size,
    until: row.uploadExpiresAt,
  });
  return { row, answer };
}

/**
 * Stores a signed upload, and counts its file for the day and for its box. The day's allowance
 * counts the bytes after they arrive, but a box reserves them before.
 * @throws {Refusal} RATE_LIMITED, LIMIT_REACHED, NOT_FOUND for the box
 */
export async function storeSigned(
  tx: EntityManager,
  limits: PlanLimits,
  row: ReturnType<typeof signUpload>['row'],
): Promise<void> {
  const { accountId, boxId, kind, declaredSize, createdAt } = row;
  await tx.insert(Upload, row);
  await countUpload(tx, accountId, limits, { files: 1, bytes: 0 }, createdAt);
  const bytes = declaredSize ?? MEDIA_BYTES_MAX[kind];
  if (boxId !== null) await reserveBoxBytes(tx, { accountId, boxId, bytes });
}

/**
 * Creates a signed upload: issues a URL to PUT the bytes to, counts the file and starts the
 * workflow that waits for it.
 * @param box the file's box; null for none
 * @throws {Refusal} VALIDATION_ERROR, RATE_LIMITED, LIMIT_REACHED
 */
export async function createSignedUpload(
  deps: PresignDeps,
  caller: Caller,
  claim: RequestClaim,
  body: Pick<CreateUploadBody, 'size'> & { readonly content_type: string },
  box: OpenBox | null,
): Promise<CreatedUploadBody> {
  const { accountId, limits } = caller;
  const contentType = checkDeclared(body, box?.accept ?? MEDIA_KINDS);
  const boxId = box?.id ?? null;
  const { row, answer } = signUpload(deps, {
    accountId,
    contentType,
    size: body.size ?? null,
    boxId,
  });
  return answerOnce(deps, claim, async (tx, once) => {
    const answered = await once.answer(answer);
    once.starts.push(...(await enqueueStarts(tx, [uploadWorkflow(row)])));
    await storeSigned(tx, limits, row);
    return answered;
  });
}

/** Checks the declared type and size before anything is issued. */
function checkDeclared(
  body: { content_type: string; size?: number },
  kinds: readonly MediaKind[],
): MediaContentType {
  const contentType = parseContentType(body.content_type);
  if (!contentType) {
    const message = `must be one of ${Object.keys(MEDIA_TYPES).join(', ')}`;
    throw refuseInvalid([{ path: 'body.content_type', message }]);
  }
  const { kind } = MEDIA_TYPES[contentType];
  requireKind({ path: 'body.content_type', kinds }, { kind, contentType });
  const max = MEDIA_BYTES_MAX[kind];
  if ((body.size ?? 0) > max) {
    throw refuseInvalid([
      {
        path: 'body.size',
        message: `is ${body.size}; the maximum for ${kind} files is ${max} bytes: make the file smaller`,
      },
    ]);
  }
  return contentType;
}
