import { findArchive } from '../../domain/generations/find-archive.js';
import { makeArchive } from '../make-archive.js';
import { route } from '../route.js';
import * as contracts from '../routes/archive.js';

export const downloadGenerations = route(contracts.downloadGenerations, {
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
