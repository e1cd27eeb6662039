import type { DataSource } from 'typeorm';
import { affected } from '../../entities/rows.js';
import { hashSecret } from './secrets.js';

/** Signs out the browser that has this cookie. @returns false when it was not signed in */
export async function endSession(db: DataSource, token: string): Promise<boolean> {
  const ended = 'DELETE FROM session WHERE token_hash = $1';
  return (await affected(db, ended, [hashSecret(token)])) === 1;
}
