import { Type } from 'typebox';
import type { Caller } from '../../domain/accounts/authenticate.js';
import { copyServiceFile } from '../../domain/uploads/copy-service-file.js';
import { createSignedUpload } from '../../domain/uploads/create-upload.js';
import { findReadyUpload } from '../../domain/uploads/find-upload.js';
import type { ReadyUpload } from '../../domain/uploads/ready-upload.js';
import { importMedia, type ImportRequest } from '../../domain/uploads/import-media.js';
import { listBox } from '../../domain/uploads/list-box.js';
import { answerOnce } from '../../domain/durable/answer-once.js';
import { MEDIA_KINDS } from '../../domain/catalogue/media-types.js';
import {
  BOX_ID,
  listOf,
  pageQuery,
  PrefixedId,
  presentPage,
} from '../../domain/contract/common.js';
import { refuseInvalid } from '../../domain/contract/refusal.js';
import {
  isUploadId,
  NotMedia,
  parseDataUrl,
  serviceKeyOf,
  type InlineFile,
} from '../../domain/contract/media.js';
import {
  CreatedUploadSchema,
  CreateUploadSchema,
  presentUpload,
  UploadSchema,
  type CreateUploadBody,
} from '../../domain/contract/upload.js';
import type { Deps } from '../../runtime/deps.js';
import type { AnswerClaim } from '../../domain/catalogue/runs.js';
import { route } from '../route.js';

const MODES = ['content_type', 'url', 'data'] as const;

export const createUpload = route({
  id: 'createUpload',
  method: 'POST',
  path: '/v1/uploads',
  summary: 'Upload a file',
  description:
    'Exactly one mode: `content_type` (answers an address to PUT the bytes to), `url` (we fetch it) or `data` (a data URL). A `url` of this service is neither fetched nor counted. See docs/uploads.md.',
  tag: 'Uploads',
  scope: 'generate',
  idempotency: 'required',
  status: 201,
  body: CreateUploadSchema,
  media: true,
  response: CreatedUploadSchema,
  errors: ['NOT_FOUND'],
  example: { content_type: 'image/png' },
  async handle({ body, caller, claim, deps }) {
    const signed = checkMode(body);
    if (signed) return createSignedUpload(deps, caller, claim, signed);
    const row = await createReadyUpload(body, caller, claim, deps);
    return answerOnce(deps, claim, (_tx, once) => once.answer(presentUpload(row, deps.mediaUrl)));
  },
});

/** Import and inline mode: the upload is ready at once. */
async function createReadyUpload(
  { url, data = '', box_id }: CreateUploadBody,
  caller: Caller,
  claim: AnswerClaim,
  deps: Deps,
): Promise<ReadyUpload> {
  const boxId = box_id ?? null;
  const keep = (path: string, from: ImportRequest['from']) =>
    importMedia(deps, { caller, claim, field: { path, kinds: MEDIA_KINDS }, from, boxId });
  if (url === undefined) return keep('body.data', parseInline(data));
  const key = serviceKeyOf(url, deps.mediaBase);
  if (key !== null) return copyServiceFile(deps, caller, key, boxId);
  return keep('body.url', { url: checkUrl(url) });
}

/** The body in signed mode, or null. @throws {Refusal} unless there is exactly one mode */
function checkMode(body: CreateUploadBody): (CreateUploadBody & { content_type: string }) | null {
  const modes = MODES.filter((mode) => body[mode] !== undefined);
  if (modes.length !== 1) {
    const message = `needs exactly one of ${MODES.join(', ')}`;
    throw refuseInvalid([{ path: 'body', message }]);
  }
  const { content_type } = body;
  if (content_type !== undefined) return { ...body, content_type };
  if (body.size === undefined) return null;
  throw refuseInvalid([{ path: 'body.size', message: 'belongs to signed mode; leave it out' }]);
}

function parseInline(text: string): InlineFile {
  try {
    return parseDataUrl(text);
  } catch (error) {
    if (!(error instanceof NotMedia)) throw error;
    throw refuseInvalid([{ path: 'body.data', message: error.message }]);
  }
}

/** The import itself refuses what is no URL. @throws {Refusal} for what belongs in another field */
function checkUrl(url: string): string {
  const refuse = (message: string) => refuseInvalid([{ path: 'body.url', message }]);
  if (/^data:/i.test(url)) throw refuse('holds a data URL; send it as `data` instead');
  if (isUploadId(url)) throw refuse(`${url} is an upload already; use that id as it is`);
  return url;
}

export const getUpload = route({
  id: 'getUpload',
  method: 'GET',
  path: '/v1/uploads/{id}',
  summary: 'Get an upload',
  description:
    'For a pending upload this checks the file that was PUT: an acceptable one makes it `ready`. Until one has arrived the answer is 400 with `details.code` `UPLOAD_NOT_READY`, which says what is missing or wrong; a better file may be PUT while `upload_url` is valid. After 7 days `details.code` is `UPLOAD_EXPIRED`.',
  tag: 'Uploads',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: Type.Object({ id: PrefixedId('upl', 'Id of the upload') }),
  response: UploadSchema,
  errors: ['NOT_FOUND'],
  async handle({ params, caller, deps }) {
    const row = await findReadyUpload(deps, caller.accountId, params.id);
    return presentUpload(row, deps.mediaUrl);
  },
});

export const listBoxUploads = route({
  id: 'listBoxUploads',
  method: 'GET',
  path: '/v1/uploads',
  summary: 'List the files of an upload box, oldest first',
  tag: 'Uploads',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: Type.Object(
    {
      box_id: Type.String({
        pattern: BOX_ID,
        description: 'Of the box that the files were added to',
      }),
      ...pageQuery('Without it: every file, 500 at most.'),
    },
    { additionalProperties: false },
  ),
  response: listOf('UploadList', UploadSchema, 'Oldest first; expired ones are left out'),
  errors: [],
  async handle({ query, caller, deps }) {
    const page = await listBox(deps.db.manager, caller.accountId, query.box_id, query);
    return presentPage(page, (row) => presentUpload(row, deps.mediaUrl));
  },
});
