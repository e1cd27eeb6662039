import { LIMIT_NAMES, PLAN_NAMES } from '../../domain/catalogue/plans.js';
import { changePlan } from '../../domain/accounts/change-plan.js';
import { raiseLimit } from '../../domain/accounts/raise-limit.js';
import { resumeAccount, suspendAccount } from '../../domain/accounts/suspend-account.js';
import { noteAudit, buildOperatorActor } from '../../domain/identity/note-audit.js';
import { endExcessItems, findExcessItems } from '../../domain/operator/end-surplus.js';
import { accountCreate } from './account-create.js';
import { showAccount } from './account-show.js';
import { accountDelete } from './account-delete.js';
import type { Command } from './command.js';
import { endFeesAfter } from '../../domain/social/accounts/end-fees.js';

/** A higher limit is a typing error: this is 1,000 times the limit of the largest plan. */
const COUNT_MAX = 1_000_000;
const BYTES_MAX = 250_000_000_000_000;

const args = ['ACCOUNT_ID'];

const ENDED = 'Everything above the limits of the plan was revoked.';
const KEPT =
  'The account has more than its plan allows. Everything keeps working; repeat with --revoke-surplus to revoke it.';

/** Commands for accounts and their limits. */
export const accountCommands: readonly Command[] = [
  accountCreate,
  {
    name: 'account show',
    summary: 'Show plan, credits, limits, jobs and keys of an account',
    args,
    run: async ({ db }, input) => ({
      data: await showAccount(db.manager, input.arg('ACCOUNT_ID')),
    }),
  },
  {
    name: 'account suspend',
    summary: 'Refuse all requests of an account; running jobs finish',
    args,
    async run({ db }, input) {
      const id = input.arg('ACCOUNT_ID');
      const changed = await db.transaction(async (tx) => {
        const isNew = await suspendAccount(tx, id);
        if (isNew)
          await noteAudit(tx, buildOperatorActor(id), { action: 'account.suspended', target: id });
        return isNew;
      });
      return { data: { account_id: id, suspended: true, changed } };
    },
  },
  {
    name: 'account resume',
    summary: 'Serve a suspended account again',
    args,
    async run({ db }, input) {
      const id = input.arg('ACCOUNT_ID');
      const changed = await db.transaction(async (tx) => {
        const isNew = await resumeAccount(tx, id);
        if (isNew)
          await noteAudit(tx, buildOperatorActor(id), { action: 'account.resumed', target: id });
        return isNew;
      });
      return { data: { account_id: id, suspended: false, changed } };
    },
  },
  {
    name: 'account set-plan',
    summary:
      'Move an account to another plan; credits stay, raised limits below the plan are removed',
    args,
    options: {
      plan: { value: 'PLAN', help: PLAN_NAMES.join(', '), required: true },
      'revoke-surplus': {
        help: 'revoke keys, webhooks, characters and products above the plan, newest first',
      },
    },
    async run({ db }, input) {
      const id = input.arg('ACCOUNT_ID');
      const plan = input.choice('plan', PLAN_NAMES);
      const revoke = input.flag('revoke-surplus');
      const raised = await db.transaction(async (tx) => {
        const raises = await endFeesAfter(tx, id, () => changePlan(tx, id, plan));
        await noteAudit(tx, buildOperatorActor(id), {
          action: 'plan.changed',
          target: id,
          details: { plan, surplus_ended: revoke },
        });
        return raises;
      });
      const surplus = revoke ? await endExcessItems(db, id) : await findExcessItems(db.manager, id);
      return {
        data: { account_id: id, plan, raised_limits: raised, surplus_ended: revoke, surplus },
        ...(surplus.length > 0 && { note: revoke ? ENDED : KEPT }),
      };
    },
  },
  {
    name: 'account raise-limit',
    summary: 'Raise one limit of an account above its plan',
    args,
    options: {
      limit: { value: 'NAME', help: LIMIT_NAMES.join(', '), required: true },
      value: {
        value: 'N',
        help: 'the new limit, or "default" for the limit of the plan',
        required: true,
      },
    },
    async run({ db }, input) {
      const id = input.arg('ACCOUNT_ID');
      const limit = input.choice('limit', LIMIT_NAMES);
      const max = limit === 'upload_bytes_per_day' ? BYTES_MAX : COUNT_MAX;
      const value = input.text('value') === 'default' ? null : input.whole('value', 1, max);
      return db.transaction(async (tx) => {
        await endFeesAfter(tx, id, () => raiseLimit(tx, id, limit, value));
        await noteAudit(tx, buildOperatorActor(id), {
          action: 'limit.raised',
          target: id,
          details: { limit, value },
        });
        const { limits } = await showAccount(tx, id);
        return { data: { account_id: id, limit, value: limits[limit], raised: value !== null } };
      });
    },
  },
  accountDelete,
];
