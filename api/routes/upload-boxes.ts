import { Type } from 'typebox';
import {
  buildDeletedByPatternSchema,
  buildListSchema,
  PageOnly,
} from '../../domain/contract/common.js';
import { BOX_ID } from '../../domain/contract/patterns.js';
import { OpenBoxSchema, UploadBoxSchema } from '../../domain/contract/upload-box.js';
import { defineContract } from '../contract.js';

const BoxId = Type.Object({ id: Type.String({ pattern: BOX_ID, description: 'Upload box ID' }) });

export const openUploadBox = defineContract({
  id: 'openUploadBox',
  method: 'POST',
  path: '/v1/upload-boxes',
  summary: 'Open an upload box',
  description:
    'Use an upload box to collect files from someone. Send them the `url`: on that page they can upload files, paste images or take photos, with no sign-in. Then list the files with `GET /v1/uploads?box_id=`. A box accepts files for 24 hours, or until you close it. See docs/uploads.md.',
  tag: 'Uploads',
  scope: 'generate',
  idempotency: 'required',
  status: 201,
  body: OpenBoxSchema,
  response: UploadBoxSchema,
  errors: ['CONTENT_BLOCKED', 'LIMIT_REACHED'],
  tool: {
    name: 'open_upload_box',
    title: 'Open an upload box',
    description:
      'Opens a page where someone can upload files, paste images or take photos, with no sign-in. Send them the `url`, and say in `purpose` what the files are for. Free; accepts files for 24 hours. Then call `list_uploads` with its `box_id`.',
    again: { id: 'box_id' },
  },
  example: { purpose: 'Three photos of your dog, one from each side', accept: ['image'] },
});

export const listUploadBoxes = defineContract({
  id: 'listUploadBoxes',
  method: 'GET',
  path: '/v1/upload-boxes',
  summary: 'List open upload boxes, newest first',
  description:
    "Requires the `generate` scope, because anyone who knows a box's `id` can add files to it.",
  tag: 'Uploads',
  scope: 'generate',
  guarded: true,
  idempotency: 'none',
  status: 200,
  query: PageOnly('Default: all open boxes, at most 50.'),
  response: buildListSchema('UploadBoxList', UploadBoxSchema, 'Newest first, without closed boxes'),
  errors: [],
});

export const getUploadBox = defineContract({
  id: 'getUploadBox',
  method: 'GET',
  path: '/v1/upload-boxes/{id}',
  summary: 'Get an upload box',
  description:
    'Works while the box is open. A closed or expired box returns 404, like an unknown ID.',
  tag: 'Uploads',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: BoxId,
  response: UploadBoxSchema,
  errors: ['NOT_FOUND'],
});

export const deleteUploadBox = defineContract({
  id: 'deleteUploadBox',
  method: 'DELETE',
  path: '/v1/upload-boxes/{id}',
  summary: 'Close an upload box',
  description:
    'Closes the box before its 24 hours are over. Uploaded files stay available by their own IDs. Uploads still in progress are rejected.',
  tag: 'Uploads',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: BoxId,
  response: buildDeletedByPatternSchema('ClosedUploadBox', 'upload_box', BOX_ID),
  errors: ['NOT_FOUND'],
});
