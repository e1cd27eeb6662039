import { deleteAccount } from '../../domain/operator/delete-account.js';
import { UsageError } from '../command-line.js';
import { UNCOUNTED, type Command } from './command.js';

/** Deletes all of an account's stored data. Its purchases and charges stay in the ledger. */
export const accountDelete: Command = {
  name: 'account delete',
  summary: 'Permanently delete an account with its media and records; the ledger stays',
  args: ['ACCOUNT_ID'],
  options: { yes: { help: 'confirm: the data cannot be restored' } },
  async run(admin, input) {
    const id = input.arg('ACCOUNT_ID');
    if (!input.flag('yes')) {
      throw new UsageError(
        `This deletes all media, prompts, characters, products, uploads, webhooks and events of ${id} and revokes its keys. Repeat with --yes to confirm.`,
      );
    }
    // Imported lazily, because loading it takes longer than most commands run.
    const { createStore } = await import('../../runtime/store.js');
    const { createLog } = await import('../../runtime/log.js');
    const store = createStore(admin.storeSettings());
    const log = createLog('admin', 'silent');
    const removed = await deleteAccount({ db: admin.db, store, log, metrics: UNCOUNTED }, id);
    return { data: { account_id: id, deleted: true, removed } };
  },
};
