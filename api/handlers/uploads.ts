import type { Caller } from '../../domain/accounts/caller.js';
import { expectBox, type OpenBox } from '../../domain/uploads/boxes/find-box.js';
import { copyServiceFile } from '../../domain/uploads/copy-service-file.js';
import { createSignedUpload } from '../../domain/uploads/create-upload.js';
import { findReadyUpload } from '../../domain/uploads/find-upload.js';
import type { ReadyUpload } from '../../domain/uploads/ready-upload.js';
import { importMedia, type ImportRequest } from '../../domain/uploads/import-media.js';
import { listBox } from '../../domain/uploads/list-box.js';
import { answerOnce } from '../../domain/durable/answer-once.js';
import { MEDIA_KINDS } from '../../domain/catalogue/media-types.js';
import { presentPage } from '../../domain/contract/common.js';
import { refuseInvalid } from '../../domain/contract/refusal.js';
import {
  isUploadId,
  InvalidMediaReference,
  parseDataUrl,
  parseServiceKey,
  type InlineFile,
} from '../../domain/contract/media.js';
import { presentUpload, type CreateUploadBody } from '../../domain/contract/upload.js';
import type { Deps } from '../../runtime/deps.js';
import type { AnswerClaim } from '../../domain/catalogue/runs.js';
import { route } from '../route.js';
import * as contracts from '../routes/uploads.js';

const MODES = ['content_type', 'url', 'data'] as const;

export const createUpload = route(contracts.createUpload, {
  async handle({ body, caller, claim, deps }) {
    const signed = checkMode(body);
    const { accountId } = caller;
    const { box_id: id } = body;
    const box = id === undefined ? null : await expectBox(deps.db, accountId, id, 'box_id');
    if (signed) return createSignedUpload(deps, caller, claim, signed, box);
    const row = await createReadyUpload({ caller, claim, box }, body, deps);
    return answerOnce(deps, claim, (_tx, once) => once.answer(presentUpload(row, deps.mediaUrl)));
  },
});

/** The caller, and the upload box that receives the file. */
interface BoxUpload {
  readonly caller: Caller;
  readonly claim: AnswerClaim;
  readonly box: OpenBox | null;
}

/** Creates an upload that is ready immediately, in import or inline mode. */
async function createReadyUpload(
  { caller, claim, box }: BoxUpload,
  { url, data = '' }: CreateUploadBody,
  deps: Deps,
): Promise<ReadyUpload> {
  const kinds = box?.accept ?? MEDIA_KINDS;
  const boxId = box?.id ?? null;
  const keep = (path: string, from: ImportRequest['from']) =>
    importMedia(deps, { caller, claim, field: { path, kinds }, from, boxId });
  if (url === undefined) return keep('body.data', parseInline(data));
  const key = parseServiceKey(url, deps.mediaBase);
  if (key !== null) return copyServiceFile(deps, caller, key, box);
  return keep('body.url', { url: checkUrl(url) });
}

/**
 * Returns the body in signed mode, or null in other modes. @throws {Refusal} unless exactly one
 * mode is set
 */
function checkMode(body: CreateUploadBody): (CreateUploadBody & { content_type: string }) | null {
  const modes = MODES.filter((mode) => body[mode] !== undefined);
  if (modes.length !== 1) {
    const message = `must have exactly one of ${MODES.join(', ')}`;
    throw refuseInvalid([{ path: 'body', message }]);
  }
  const { content_type } = body;
  if (content_type !== undefined) return { ...body, content_type };
  if (body.size === undefined) return null;
  throw refuseInvalid([
    { path: 'body.size', message: 'is only for uploads with `content_type`; leave it out' },
  ]);
}

function parseInline(text: string): InlineFile {
  try {
    return parseDataUrl(text);
  } catch (error) {
    if (!(error instanceof InvalidMediaReference)) throw error;
    throw refuseInvalid([{ path: 'body.data', message: error.message }]);
  }
}

/**
 * Refuses a value that belongs in another field; the import refuses malformed URLs. @throws
 * {Refusal}
 */
function checkUrl(url: string): string {
  const refuse = (message: string) => refuseInvalid([{ path: 'body.url', message }]);
  if (/^data:/i.test(url)) throw refuse('is a data URL; send it as `data` instead');
  if (isUploadId(url)) throw refuse(`${url} is the id of an existing upload; use that id directly`);
  return url;
}

export const getUpload = route(contracts.getUpload, {
  async handle({ params, caller, deps }) {
    const row = await findReadyUpload(deps, caller.accountId, params.id);
    // Anyone with a box id can add files, so read-only callers do not get the id.
    const { box_id: boxId, ...upload } = presentUpload(row, deps.mediaUrl);
    return { ...upload, ...(boxId && caller.scopes.includes('generate') && { box_id: boxId }) };
  },
});

export const listBoxUploads = route(contracts.listBoxUploads, {
  async handle({ query, caller, deps }) {
    const { accountId } = caller;
    const page = await listBox(deps.db, accountId, query);
    return presentPage(page, (row) => presentUpload(row, deps.mediaUrl));
  },
});
