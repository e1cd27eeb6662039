import { beginEpoch } from '../../domain/durable/restore-time.js';
import type { Command } from './command.js';

/** For restores that leave identifier and timeline of PostgreSQL as they were. */
export const restored: Command = {
  name: 'restored',
  summary: 'Note that the database was restored from a snapshot or a copy of its files',
  async run({ db }) {
    const at = await beginEpoch(db);
    return {
      data: { restored_at: at.toISOString() },
      note: 'Posts that were due before this moment are checked at their platforms, not sent.',
    };
  },
};
