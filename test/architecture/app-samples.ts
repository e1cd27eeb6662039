import { addMember } from '../../domain/accounts/add-member.js';
import { newId } from '../../domain/contract/ids.js';
import type { ApiSuite, Customer } from '../api/suite.js';
import { signedIn } from '../support/person.js';
import type { Sample } from './route-samples.js';

const person = (suite: ApiSuite, { accountId }: Customer) =>
  signedIn(suite.db, suite.api.url, { accountId });

const key = async (suite: ApiSuite, { accountId }: Customer) => ({
  id: (await suite.key(accountId)).keyId,
});

const member = async (suite: ApiSuite, { accountId }: Customer) => {
  const id = newId('mem');
  await addMember(suite.db.manager, { id, accountId, name: 'Ada' });
  return { id };
};

const invite = async (suite: ApiSuite, customer: Customer) => {
  const body = { name: 'Ada', role: 'developer' };
  const browser = await person(suite, customer);
  return { id: (await browser.call<{ id: string }>('POST', '/app/api/invites', { body })).body.id };
};

const session = async (suite: ApiSuite, customer: Customer) => {
  const browser = await person(suite, customer);
  const { body } = await browser.get<{ data: { id: string }[] }>('/app/api/sessions');
  return { id: body.data[0]?.id ?? '' };
};

const account = async (_: ApiSuite, { accountId }: Customer) => ({ id: accountId });

/** The rows of the dashboard alone. */
export const APP_SAMPLES: Readonly<Record<string, Sample>> = {
  streamEvents: {},
  getSession: {},
  listSessions: {},
  deleteSession: { prepare: session },
  listKeys: { prepare: key },
  createKey: {},
  deleteKey: { prepare: key },
  listMembers: { prepare: member },
  updateMember: { prepare: member },
  deleteMember: { prepare: member },
  listInvites: { prepare: invite },
  createInvite: {},
  deleteInvite: { prepare: invite },
  listAudit: {},
  listAdminAccounts: {},
  getAdminAccount: { prepare: account },
  grantAdminCredits: { prepare: account },
  raiseAdminLimit: { prepare: account },
  listAdminProviders: {},
  listAdminRuns: { query: 'state=failed' },
};
