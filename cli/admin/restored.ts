import { beginEpoch } from '../../domain/durable/restore-time.js';
import type { Command } from './command.js';

/**
 * Records a restore that PostgreSQL cannot reveal because its identifier and timeline are
 * unchanged.
 */
export const restored: Command = {
  name: 'restored',
  summary: 'Record that the database was restored from a snapshot or a copy of its files',
  async run({ db }) {
    const at = await beginEpoch(db);
    return {
      data: { restored_at: at.toISOString() },
      note: 'Posts that were due before this time are checked on their platforms and are not sent.',
    };
  },
};
