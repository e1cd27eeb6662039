import { SCOPES } from '../../domain/catalogue/scopes.js';
import { addMember, requireMember } from '../../domain/accounts/add-member.js';
import { createKey } from '../../domain/accounts/create-key.js';
import { findAccount } from '../../domain/accounts/find-account.js';
import { removeMember } from '../../domain/accounts/remove-member.js';
import { revokeKey } from '../../domain/accounts/mark-key-revoked.js';
import { createId } from '../../domain/contract/ids.js';
import { findMemberTeamKeys } from '../../domain/identity/find-keys.js';
import { noteAudit, buildOperatorActor } from '../../domain/identity/note-audit.js';
import { ApiKey } from '../../entities/api-key.js';
import { Member } from '../../entities/member.js';
import type { Command } from './command.js';
import { listKeys } from './key-list.js';

const account = { value: 'ACCOUNT_ID', help: 'whose credits are spent', required: true };
const CAP_MAX = 100_000_000;
const TEAM_KEYS_STAY =
  'The keys in team_keys belong to the team and still work. This person created them and may have a copy: use `key revoke` on the ones that should stop working.';

/** Commands for API keys and for the team members who may own them. */
export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    summary: 'Create an API key; it is shown only once',
    options: {
      account,
      scopes: { value: 'LIST', help: 'a subset of the default', fallback: SCOPES.join(',') },
      'monthly-cap': { value: 'N', help: 'credits per UTC month (default: no cap)' },
      member: { value: 'MEMBER_ID', help: 'the team member who owns the key' },
    },
    async run({ db }, input) {
      const key = {
        id: createId('key'),
        accountId: input.text('account'),
        memberId: input.optional('member'),
        scopes: input.choices('scopes', SCOPES),
        monthlyCap: input.optional('monthly-cap') ? input.whole('monthly-cap', 0, CAP_MAX) : null,
      };
      const apiKey = await db.transaction(async (tx) => {
        if (key.memberId) await requireMember(tx, key.accountId, key.memberId);
        const secret = await createKey(tx, key);
        await noteAudit(tx, buildOperatorActor(key.accountId), {
          action: 'key.created',
          target: key.id,
          details: { name: '', team: key.memberId === null },
        });
        return secret;
      });
      return { data: { key_id: key.id, api_key: apiKey } };
    },
  },
  {
    name: 'key revoke',
    summary: 'Revoke an API key immediately and permanently',
    args: ['KEY_ID'],
    async run({ db }, input) {
      const id = input.arg('KEY_ID');
      const changed = await db.transaction(async (tx) => {
        if (!(await revokeKey(tx, id))) return false;
        const { accountId, name } = await tx.findOneByOrFail(ApiKey, { id });
        await noteAudit(tx, buildOperatorActor(accountId), {
          action: 'key.revoked',
          target: id,
          details: { name },
        });
        return true;
      });
      return { data: { key_id: id, revoked: true, changed } };
    },
  },
  {
    name: 'key list',
    summary: 'List the keys of an account, including revoked ones',
    options: { account },
    async run({ db }, input) {
      const { id } = await findAccount(db.manager, input.text('account'));
      return { data: { account_id: id, keys: await listKeys(db.manager, id) } };
    },
  },
  {
    name: 'member add',
    summary: 'Add a person to the team of an account, for `key create --member`',
    options: { account, name: { value: 'TEXT', help: 'display name', required: true } },
    async run({ db }, input) {
      const member = {
        id: createId('mem'),
        accountId: input.text('account'),
        name: input.text('name'),
      };
      await db.transaction(async (tx) => {
        await addMember(tx, member);
        await noteAudit(tx, buildOperatorActor(member.accountId), {
          action: 'member.joined',
          target: member.id,
          details: { name: member.name },
        });
      });
      return { data: { member_id: member.id } };
    },
  },
  {
    name: 'member remove',
    summary: 'Remove a person from the team of an account; their keys are revoked immediately',
    args: ['MEMBER_ID'],
    async run({ db }, input) {
      const id = input.arg('MEMBER_ID');
      const { changed, revokedKeys, teamKeys } = await db.transaction(async (tx) => {
        const removed = {
          ...(await removeMember(tx, id)),
          teamKeys: (await findMemberTeamKeys(tx, id)).map((key) => key.id),
        };
        if (!removed.changed) return removed;
        const { accountId } = await tx.findOneByOrFail(Member, { id });
        await noteAudit(tx, buildOperatorActor(accountId), {
          action: 'member.removed',
          target: id,
          details: { keys: removed.revokedKeys.length },
        });
        return removed;
      });
      return {
        data: {
          member_id: id,
          removed: true,
          changed,
          revoked_keys: revokedKeys,
          team_keys: teamKeys,
        },
        ...(teamKeys.length > 0 && { note: TEAM_KEYS_STAY }),
      };
    },
  },
];
