import { disconnectAccount } from '../../domain/social/accounts/disconnect-account.js';
import { listAccounts } from '../../domain/social/accounts/list-accounts.js';
import { route } from '../route.js';
import * as contracts from '../routes/social-accounts.js';

export const listSocialAccounts = route(contracts.listSocialAccounts, {
  async handle({ query, caller, deps }) {
    return listAccounts(deps.db.manager, caller, query.character_id);
  },
});

export const disconnectSocialAccount = route(contracts.disconnectSocialAccount, {
  async handle({ params, caller, claim, deps }) {
    const { character_id: characterId, platform } = params;
    return disconnectAccount(deps, { accountId: caller.accountId, characterId, platform, claim });
  },
});
