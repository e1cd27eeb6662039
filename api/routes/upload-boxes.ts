import { Type } from 'typebox';
import { BOX_ID, deletedBy, listOf, PageOnly } from '../../domain/contract/common.js';
import { OpenBoxSchema, UploadBoxSchema } from '../../domain/contract/upload-box.js';
import { contract } from '../contract.js';

const BoxId = Type.Object({ id: Type.String({ pattern: BOX_ID, description: 'Id of the box' }) });

export const openUploadBox = contract({
  id: 'openUploadBox',
  method: 'POST',
  path: '/v1/upload-boxes',
  summary: 'Open an upload box',
  description:
    'For files that a person has: send them its `url`, a page on which they drop, paste or photograph them without signing in. Then `GET /v1/uploads?box_id=` lists the files. A box takes files for 24 hours, or until it is closed. See docs/uploads.md.',
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
      'A page on which a person puts in files from their own device, by dropping, pasting or photographing them. Give them its `url`, and say what the files are for in `purpose`. Free; it takes files for 24 hours. Then call `list_uploads` with its `box_id`.',
    again: { id: 'box_id' },
  },
  example: { purpose: 'Three photos of your dog, one from each side', accept: ['image'] },
});

export const listUploadBoxes = contract({
  id: 'listUploadBoxes',
  method: 'GET',
  path: '/v1/upload-boxes',
  summary: 'List the open upload boxes, newest first',
  description: 'Whoever knows the `id` of a box may add files, so this takes the scope `generate`.',
  tag: 'Uploads',
  scope: 'generate',
  guarded: true,
  idempotency: 'none',
  status: 200,
  query: PageOnly('Without it: every open box, 50 at most.'),
  response: listOf('UploadBoxList', UploadBoxSchema, 'Newest first; closed ones are left out'),
  errors: [],
});

export const getUploadBox = contract({
  id: 'getUploadBox',
  method: 'GET',
  path: '/v1/upload-boxes/{id}',
  summary: 'Get an upload box',
  description: 'While it is open. Afterwards it is 404, as one that never was.',
  tag: 'Uploads',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: BoxId,
  response: UploadBoxSchema,
  errors: ['NOT_FOUND'],
});

export const deleteUploadBox = contract({
  id: 'deleteUploadBox',
  method: 'DELETE',
  path: '/v1/upload-boxes/{id}',
  summary: 'Close an upload box',
  description:
    'Before its 24 hours are over. Files that have arrived stay, and are used by their own ids: list them before, since a closed box is 404. A file that is half way is not taken any more.',
  tag: 'Uploads',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: BoxId,
  response: deletedBy('ClosedUploadBox', 'upload_box', BOX_ID),
  errors: ['NOT_FOUND'],
});
