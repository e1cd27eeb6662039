import { Type } from 'typebox';
import { ARCHIVE_IDS } from '../../domain/contract/common.js';
import { defineContract } from '../contract.js';

export const downloadGenerations = defineContract({
  id: 'downloadGenerations',
  method: 'GET',
  path: '/v1/generations/archive',
  summary: 'Download the files of several generations as a ZIP archive',
  description:
    'Streams the original files, without previews. `Content-Length` is set from the start. An account can download three archives concurrently.',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: Type.Object(
    {
      ids: Type.String({
        pattern: ARCHIVE_IDS,
        description: 'Ids of 1 to 100 completed generations, separated by commas',
      }),
    },
    { additionalProperties: false },
  ),
  response: Type.String({ description: 'The ZIP archive, in bytes' }),
  answers: 'application/zip',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
