import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { findAccount } from '../../domain/accounts/find-account.js';
import { grantOnce } from '../../domain/accounts/grant-once.js';
import { noteAudit, buildOperatorActor } from '../../domain/identity/note-audit.js';
import type { Command } from './command.js';

/** Maximum number of credits per grant; a higher number is a typing error. */
export const GRANT_MAX = 100_000_000;

/** Commands for granting credits manually. */
export const creditsCommands: readonly Command[] = [
  {
    name: 'credits grant',
    summary: 'Add credits to an account',
    args: ['ACCOUNT_ID'],
    options: {
      amount: { value: 'N', help: 'whole credits', required: true },
      bucket: { value: 'NAME', help: 'subscription or purchased', fallback: 'subscription' },
      ref: { value: 'TEXT', help: 'the cause, such as an invoice; each ref is granted only once' },
    },
    async run({ db }, input) {
      const grant = {
        accountId: input.arg('ACCOUNT_ID'),
        bucket: input.choice('bucket', ['subscription', 'purchased']),
        amount: input.whole('amount', 1, GRANT_MAX),
        ref: input.optional('ref') ?? randomUUID(),
      } as const;
      return db.transaction(async (tx) => {
        const granted = await grantOnce(tx, grant);
        if (granted) await noteGrant(tx, grant);
        const account = await findAccount(tx, grant.accountId);
        const data = {
          account_id: account.id,
          ref: grant.ref,
          granted: granted ? grant.amount : 0,
          already_granted: !granted,
          credits: { subscription: account.sub, purchased: account.pur },
        };
        if (granted) return { data };
        return { data, note: `Ref ${grant.ref} was already granted; nothing was added.` };
      });
    },
  },
];

async function noteGrant(
  tx: EntityManager,
  { accountId, ...details }: { accountId: string; amount: number; bucket: string; ref: string },
): Promise<void> {
  const audited = { action: 'credits.granted', target: accountId, details } as const;
  await noteAudit(tx, buildOperatorActor(accountId), audited);
}
