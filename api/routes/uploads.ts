import { Type } from 'typebox';
import { BOX_ID, listOf, pageQuery, PrefixedId } from '../../domain/contract/common.js';
import {
  CreatedUploadSchema,
  CreateUploadSchema,
  UploadSchema,
} from '../../domain/contract/upload.js';
import { contract } from '../contract.js';

export const createUpload = contract({
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
});

export const getUpload = contract({
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
});

export const listBoxUploads = contract({
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
});
