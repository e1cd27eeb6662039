import { Type } from 'typebox';
import { ARCHIVE_IDS } from '../../domain/contract/common.js';
import { contract } from '../contract.js';

export const downloadGenerations = contract({
  id: 'downloadGenerations',
  method: 'GET',
  path: '/v1/generations/archive',
  summary: 'Download the files of several generations as one ZIP',
  description:
    'The files as they are, without their previews, packed while they are sent. `Content-Length` is known from the start. An account downloads three archives at once.',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: Type.Object(
    {
      ids: Type.String({
        pattern: ARCHIVE_IDS,
        description: 'Ids of 1 to 100 completed generations, with commas between them',
      }),
    },
    { additionalProperties: false },
  ),
  response: Type.String({ description: 'The bytes of the archive' }),
  answers: 'application/zip',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
