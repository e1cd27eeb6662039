import { beginEpoch } from '../../domain/durable/restore-time.js';
import type { Command } from './command.js';

/** Notes a restore that keeps the identifier and the timeline of PostgreSQL. */
export const restored: Command = {
  name: 'restored',
  summary: 'Note that the database was restored from a snapshot or a copy of its files',
  async run({ db }) {
    const at = await beginEpoch(db);
    return {
      data: { restored_at: at.toISOString() },
      note: 'Posts that were due before this moment are checked on their platforms and not sent.',
    };
  },
};
