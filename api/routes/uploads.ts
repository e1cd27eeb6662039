import { Type } from 'typebox';
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
  errors: ['NOT_FOUND', 'LIMIT_REACHED'],
  tool: {
    name: 'create_upload_url',
    title: 'Get an address to upload to',
    description:
      'An address to PUT one file to within 15 minutes, and the command for it. Free; a file counts against the daily allowance. Images may have 20 MB, audio 50, videos 200. Then call `finish_upload`. What is at a public https URL already needs no upload: give the URL itself.',
    fields: ['content_type', 'size', 'box_id'],
    needs: ['content_type'],
  },
  example: { content_type: 'image/png' },
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

/** Who asks, and the box that the file is for. */
interface ForBox {
  readonly caller: Caller;
  readonly claim: AnswerClaim;
  readonly box: OpenBox | null;
}

/** Import and inline mode: the upload is ready at once. */
async function createReadyUpload(
  { caller, claim, box }: ForBox,
  { url, data = '' }: CreateUploadBody,
  deps: Deps,
): Promise<ReadyUpload> {
  const kinds = box?.accept ?? MEDIA_KINDS;
  const boxId = box?.id ?? null;
  const keep = (path: string, from: ImportRequest['from']) =>
    importMedia(deps, { caller, claim, field: { path, kinds }, from, boxId });
  if (url === undefined) return keep('body.data', parseInline(data));
  const key = serviceKeyOf(url, deps.mediaBase);
  if (key !== null) return copyServiceFile(deps, caller, key, box);
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
  tool: {
    name: 'finish_upload',
    title: 'Check an upload',
    description:
      'Checks the file that was PUT to the address of `create_upload_url`, and makes the upload ready: media fields take its id then, for 7 days. Free. An error with UPLOAD_NOT_READY says what is missing or wrong; a better file may be PUT while the address is valid.',
    names: { id: 'upload_id' },
  },
  async handle({ params, caller, deps }) {
    const row = await findReadyUpload(deps, caller.accountId, params.id);
    // The id of a box is enough to add files, so callers who may only read do not get it.
    const { box_id: boxId, ...upload } = presentUpload(row, deps.mediaUrl);
    return { ...upload, ...(boxId && caller.scopes.includes('generate') && { box_id: boxId }) };
  },
});

export const listBoxUploads = route({
  id: 'listBoxUploads',
  method: 'GET',
  path: '/v1/uploads',
  summary: 'List the files of an upload box, oldest first',
  description:
    'A box that has closed or expired is listed as long as a file of it is kept, 7 days after its creation.',
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
  errors: ['NOT_FOUND'],
  tool: {
    name: 'list_uploads',
    title: 'List the files of an upload box',
    description:
      'The files that a person has put into the box of `open_upload_box`, oldest first, for 7 days and also after the box has closed. Free. Media fields take their ids.',
  },
  async handle({ query, caller, deps }) {
    const { accountId } = caller;
    const page = await listBox(deps.db, accountId, query);
    return presentPage(page, (row) => presentUpload(row, deps.mediaUrl));
  },
});
