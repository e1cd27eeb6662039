import type { DataSource } from 'typeorm';

/** Boxes that one sweep removes at most. */
const BATCH = 1_000;

/** Removes boxes whose day is over. Their files stay until they expire themselves. */
export async function sweepBoxes(db: DataSource): Promise<void> {
  await db.query(
    `DELETE FROM upload_box WHERE id IN (
       SELECT id FROM upload_box WHERE expires_at <= now()
       ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  );
}
