import { MoreThan, type EntityManager } from 'typeorm';
import { Session } from '../../entities/session.js';

/** Whether a session that was let in still lives. It ends with its member, too. */
export const isSignedIn = (tx: EntityManager, sessionId: string): Promise<boolean> =>
  tx.existsBy(Session, { id: sessionId, expiresAt: MoreThan(new Date()) });
