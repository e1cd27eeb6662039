import type { EntityManager } from 'typeorm';
import { WorkflowStart } from '../../entities/workflow-start.js';
import { queryOne } from '../../entities/rows.js';
import { enqueueStarts, type WorkflowToStart } from '../durable/start-workflow.js';
import type { RowKind } from './reconcile-kind.js';

/**
 * Writes a new workflow start for a row; the relay then starts the run. A lock prevents another
 * round from writing the same start.
 * @param build builds the start from the row as read under the lock
 * @returns false if the row has ended, or a start is already waiting
 */
export async function startAgain(
  tx: EntityManager,
  { table, open }: Pick<RowKind, 'table' | 'open'>,
  id: string,
  build: () => Promise<WorkflowToStart>,
): Promise<boolean> {
  const lock = `SELECT id FROM ${table} WHERE id = $1 AND ${open} FOR UPDATE`;
  if (!(await queryOne(tx, lock, [id]))) return false;
  const start = await build();
  const { workflowId } = start;
  if (await tx.existsBy(WorkflowStart, { workflowId })) return false;
  await enqueueStarts(tx, [start]);
  return true;
}
