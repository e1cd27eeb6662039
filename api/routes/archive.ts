import { Type } from 'typebox';
import { findArchive } from '../../domain/generations/find-archive.js';
import { ARCHIVE_IDS } from '../../domain/contract/common.js';
import { makeArchive } from '../make-archive.js';
import { route } from '../route.js';

export const downloadGenerations = route({
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
  async handle({ query, caller: { accountId }, deps, edge }) {
    const leave = edge.archives.enter(accountId);
    try {
      const files = await findArchive(deps, accountId, query.ids.split(','));
      const day = new Date().toISOString().slice(0, 10);
      const archive = makeArchive(deps.store, files, `generations-${day}.zip`);
      archive.body.once('close', leave);
      return archive;
    } catch (error) {
      leave();
      throw error;
    }
  },
});
