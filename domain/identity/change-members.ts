import { IsNull, type EntityManager } from 'typeorm';
import { Member } from '../../entities/member.js';
import type { Caller } from '../accounts/caller.js';
import { lockSessions } from '../accounts/lock-sessions.js';
import { removeMember } from '../accounts/remove-member.js';
import { toDeleted } from '../contract/common.js';
import {
  presentMember,
  type ChangedMemberBody,
  type RemovedMemberBody,
  type UpdateMemberBody,
} from '../contract/member.js';
import { Refusal, refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { expectSession } from './expect-session.js';
import { findMemberTeamKeys } from './find-keys.js';
import { toActor, noteAudit } from './note-audit.js';

/** Default list length, used without `limit`. */
const LIST_MAX = 200;

/** Lists team members, newest first, without former members. */
export function findMembers(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
): Promise<Page<Member>> {
  const query = db.createQueryBuilder(Member, 'm').where({ accountId, removedAt: IsNull() });
  return readPage(query, page, LIST_MAX);
}

/**
 * Changes a member's name or role; a new role applies from the member's next request.
 * @throws {Refusal} NOT_FOUND; CONFLICT if callers change their own role
 */
export function changeMember(
  deps: StartDeps,
  caller: Caller,
  claim: RequestClaim,
  { id, change }: { readonly id: string; readonly change: UpdateMemberBody },
): Promise<ChangedMemberBody> {
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller, 'members');
    await expectMember(tx, caller.accountId, id);
    if (change.role && id !== caller.memberId) await lockSessions(tx, id);
    const row = await lockMember(tx, caller.accountId, id);
    if (change.role && change.role !== row.role && id === caller.memberId) {
      throw refuseSelf('Another owner can change your role.');
    }
    await tx.update(Member, { id }, change);
    await noteAudit(tx, toActor(caller), {
      action: 'member.changed',
      target: id,
      details: { ...change },
    });
    const { name = row.name, role = row.role } = change;
    const { email, createdAt } = row;
    return once.answer({
      ...presentMember({ id, name, email, role, createdAt }),
      team_keys: await findMemberTeamKeys(tx, id),
    });
  });
}

/**
 * Removes a member with their sessions, passkeys and personal keys. Team keys stay, and the
 * response lists the team keys that the member created.
 * @throws {Refusal} NOT_FOUND; CONFLICT if callers remove themselves
 */
export function endMember(
  deps: StartDeps,
  caller: Caller,
  claim: RequestClaim,
  id: string,
): Promise<RemovedMemberBody> {
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller, 'members');
    if (id === caller.memberId) throw refuseSelf('Another owner can remove you.');
    await expectMember(tx, caller.accountId, id);
    const { changed, revokedKeys } = await removeMember(tx, id);
    if (!changed) throwUnknown(id);
    await noteAudit(tx, toActor(caller), {
      action: 'member.removed',
      target: id,
      details: { keys: revokedKeys.length },
    });
    return once.answer({ ...toDeleted('member', id), team_keys: await findMemberTeamKeys(tx, id) });
  });
}

/**
 * Checks that the member belongs to the account, so that rows of other accounts are not locked.
 * @throws {Refusal} NOT_FOUND
 */
async function expectMember(tx: EntityManager, accountId: string, id: string): Promise<void> {
  if (!(await tx.existsBy(Member, { id, accountId, removedAt: IsNull() }))) throwUnknown(id);
}

async function lockMember(tx: EntityManager, accountId: string, id: string): Promise<Member> {
  const where = { id, accountId, removedAt: IsNull() };
  const row = await tx.findOne(Member, { where, lock: { mode: 'pessimistic_write' } });
  return row ?? throwUnknown(id);
}

function throwUnknown(id: string): never {
  throw refuseUnknown('member', id);
}

/**
 * Refuses actions on the caller's own membership: an owner who locks themselves out could leave a
 * team without an owner.
 */
const refuseSelf = (message: string): Refusal => new Refusal('CONFLICT', { message });
