import { presentAccount } from '../../domain/contract/account.js';
import { route } from '../route.js';
import * as contracts from '../routes/account.js';

export const getAccount = route(contracts.getAccount, {
  async handle({ caller, deps }) {
    return presentAccount(caller, deps.env.apiCreditMultiplier);
  },
});
