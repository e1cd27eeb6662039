import { PLAN_NAMES } from '../../domain/catalogue/plans.js';
import { SCOPES } from '../../domain/catalogue/scopes.js';
import { createAccount } from '../../domain/accounts/create-account.js';
import { createKey } from '../../domain/accounts/create-key.js';
import { createId } from '../../domain/contract/ids.js';
import { noteAudit, buildOperatorActor } from '../../domain/identity/note-audit.js';
import type { Command } from './command.js';
import { GRANT_MAX } from './credits.js';

/** Opens an account and creates a key that has all scopes. */
export const accountCreate: Command = {
  name: 'account create',
  summary: 'Open an account with a key that has all scopes; the key is shown only once',
  options: {
    plan: { value: 'PLAN', help: PLAN_NAMES.join(', '), fallback: 'free' },
    credits: { value: 'N', help: 'first subscription credits', fallback: '0' },
    name: { value: 'TEXT', help: 'display name', fallback: 'account' },
  },
  async run({ db }, input) {
    const account = {
      id: createId('acc'),
      name: input.text('name'),
      plan: input.choice('plan', PLAN_NAMES),
      credits: input.whole('credits', 0, GRANT_MAX),
    };
    const keyId = createId('key');
    const apiKey = await db.transaction(async (tx) => {
      await createAccount(tx, account);
      const secret = await createKey(tx, {
        id: keyId,
        accountId: account.id,
        memberId: null,
        scopes: [...SCOPES],
        monthlyCap: null,
      });
      const details = { name: '', team: true };
      const audited = { action: 'key.created', target: keyId, details } as const;
      await noteAudit(tx, buildOperatorActor(account.id), audited);
      return secret;
    });
    return { data: { account_id: account.id, api_key: apiKey, key_id: keyId } };
  },
};
