import { Type } from 'typebox';
import { ARCHIVE_IDS } from '../../domain/contract/patterns.js';
import { defineContract } from '../contract.js';

export const downloadGenerations = defineContract({
  id: 'downloadGenerations',
  method: 'GET',
  path: '/v1/generations/archive',
  summary: 'Download the files of several generations as a ZIP archive',
  description:
    'Streams the original files, without previews. `Content-Length` is set. An account can download up to three archives at the same time.',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: Type.Object(
    {
      ids: Type.String({
        pattern: ARCHIVE_IDS,
        description: 'IDs of 1 to 100 completed generations, separated by commas',
      }),
    },
    { additionalProperties: false },
  ),
  response: Type.String({ description: 'The ZIP archive' }),
  answers: 'application/zip',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
