import type { PresignedPut } from '../ports/presign.js';
import { Upload } from '../../entities/upload.js';
import type { UploadJob } from '../catalogue/runs.js';
import { MEDIA_BYTES_MAX, MEDIA_TYPES, parseContentType } from '../catalogue/media-types.js';
import { buildKey } from '../catalogue/object-keys.js';
import { SIGNED_WINDOW_MS, uploadExpiry } from '../catalogue/upload-lifetime.js';
import { refuseInvalid } from '../contract/refusal.js';
import type { MediaUrl } from '../contract/generation.js';
import {
  presentSigned,
  presentUpload,
  type CreateUploadBody,
  type CreatedUploadBody,
} from '../contract/upload.js';
import type { Caller } from '../accounts/authenticate.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps, WorkflowToStart } from '../durable/start-workflow.js';
import { countUpload } from './upload-allowance.js';

export interface SignDeps extends StartDeps {
  readonly mediaUrl: MediaUrl;
  readonly presignPut: (put: PresignedPut) => string;
  readonly newId: (prefix: 'upl') => string;
  readonly newSecret: () => string;
}

/** The workflow that waits for the file of a signed upload. */
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

/**
 * Signed mode: issues an address to PUT the bytes to, counts the file and starts the workflow that
 * waits for it.
 * @throws {Refusal} VALIDATION_ERROR, RATE_LIMITED
 */
export async function createSignedUpload(
  deps: SignDeps,
  caller: Caller,
  claim: RequestClaim,
  body: CreateUploadBody & { content_type: string },
): Promise<CreatedUploadBody> {
  const { contentType, kind, extension } = checkDeclared(body);
  const now = new Date();
  const id = deps.newId('upl');
  const row = {
    id,
    accountId: caller.accountId,
    status: 'pending' as const,
    kind,
    contentType,
    size: null,
    declaredSize: body.size ?? null,
    stagingKey: buildKey({ kind: 'staged', id, name: deps.newSecret(), extension }),
    objectKey: null,
    sourceKey: null,
    boxId: body.box_id ?? null,
    createdAt: now,
    expiresAt: uploadExpiry(now),
    uploadExpiresAt: new Date(now.getTime() + SIGNED_WINDOW_MS),
  };
  const uploadUrl = deps.presignPut({
    key: row.stagingKey,
    contentType,
    size: row.declaredSize,
    expiresSeconds: SIGNED_WINDOW_MS / 1_000,
    now,
  });
  const answer = presentSigned(presentUpload(row, deps.mediaUrl), {
    uploadUrl,
    size: row.declaredSize,
    until: row.uploadExpiresAt,
  });
  return answerOnce(deps, claim, async (tx, once) => {
    const answered = await once.answer(answer);
    await tx.insert(Upload, row);
    await once.start(uploadWorkflow(row));
    await countUpload(tx, caller.accountId, caller.limits, { files: 1, bytes: 0 }, now);
    return answered;
  });
}

/** The declared type and size, checked before anything is issued. */
function checkDeclared(body: { content_type: string; size?: number }) {
  const contentType = parseContentType(body.content_type);
  if (!contentType) {
    const message = `must be one of ${Object.keys(MEDIA_TYPES).join(', ')}`;
    throw refuseInvalid([{ path: 'body.content_type', message }]);
  }
  const { kind, extension } = MEDIA_TYPES[contentType];
  const max = MEDIA_BYTES_MAX[kind];
  if ((body.size ?? 0) > max) {
    throw refuseInvalid([
      {
        path: 'body.size',
        message: `is ${body.size}; ${kind} files may have ${max} bytes: make the file smaller`,
      },
    ]);
  }
  return { contentType, kind, extension };
}
