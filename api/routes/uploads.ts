import { Type } from 'typebox';
import { buildListSchema, buildPageQuery, PrefixedId } from '../../domain/contract/common.js';
import { BOX_ID } from '../../domain/contract/patterns.js';
import {
  CreatedUploadSchema,
  CreateUploadSchema,
  UploadSchema,
} from '../../domain/contract/upload.js';
import { defineContract } from '../contract.js';

export const createUpload = defineContract({
  id: 'createUpload',
  method: 'POST',
  path: '/v1/uploads',
  summary: 'Upload a file',
  description:
    "Send exactly one of `content_type` (returns a URL to PUT the file to), `url` (the service downloads the file) or `data` (a data URL). A `url` on this service is not downloaded and doesn't count against the daily allowance. See docs/uploads.md.",
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
    title: 'Create an upload URL',
    description:
      'Returns a URL to PUT one file to within 15 minutes, and a command that does it. Free; the file counts against the daily allowance. Limits: images 20 MB, audio 50 MB, videos 200 MB. Then call `finish_upload`. A file at a public https URL needs no upload: pass the URL itself.',
    fields: ['content_type', 'size', 'box_id'],
    needs: ['content_type'],
  },
  example: { content_type: 'image/png' },
});

export const getUpload = defineContract({
  id: 'getUpload',
  method: 'GET',
  path: '/v1/uploads/{id}',
  summary: 'Get an upload',
  description:
    'For a pending upload, this checks the file you PUT. If the file is valid, the upload becomes `ready`. Otherwise the response is 400 with `details.code` `UPLOAD_NOT_READY`, and the message says what is missing or wrong. You can PUT another file while `upload_url` is valid. After 7 days, `details.code` is `UPLOAD_EXPIRED`.',
  tag: 'Uploads',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: Type.Object({ id: PrefixedId('upl', 'Upload ID') }),
  response: UploadSchema,
  errors: ['NOT_FOUND'],
  tool: {
    name: 'finish_upload',
    title: 'Check an upload',
    description:
      'Checks the file that was PUT to the URL from `create_upload_url` and makes the upload ready. You can then use its ID in media fields for 7 days. Free. The error UPLOAD_NOT_READY says what is missing or wrong; another file can be PUT while the URL is valid.',
    names: { id: 'upload_id' },
  },
});

export const listBoxUploads = defineContract({
  id: 'listBoxUploads',
  method: 'GET',
  path: '/v1/uploads',
  summary: 'List the files in an upload box, oldest first',
  description:
    'Also works for a closed or expired box until its last file is deleted. Each file is kept for 7 days.',
  tag: 'Uploads',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: Type.Object(
    {
      box_id: Type.String({
        pattern: BOX_ID,
        description: 'Upload box ID',
      }),
      ...buildPageQuery('Default: all files, at most 500.'),
    },
    { additionalProperties: false },
  ),
  response: buildListSchema('UploadList', UploadSchema, 'Oldest first, without expired files'),
  errors: ['NOT_FOUND'],
  tool: {
    name: 'list_uploads',
    title: 'List the files in an upload box',
    description:
      'Lists the files that a person added to the box of `open_upload_box`, oldest first, for 7 days and also after the box is closed. Free. Pass their ids in media fields.',
  },
});
