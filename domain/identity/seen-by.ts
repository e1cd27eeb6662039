import { IsNull } from 'typeorm';
import type { Caller } from '../accounts/caller.js';

/** Whose sessions and agents somebody sees: an owner those of everybody, others their own. */
export const seenBy = ({ accountId, memberId, role }: Caller) =>
  role === 'owner' ? { accountId } : { accountId, memberId: memberId ?? IsNull() };
