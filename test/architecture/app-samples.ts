import { addMember } from '../../domain/accounts/add-member.js';
import type { PasskeyOptionsBody } from '../../domain/contract/passkey.js';
import { failGeneration } from '../../domain/generations/advance-generation.js';
import { createId } from '../../domain/contract/ids.js';
import { DeviceProgram } from '../api/device-logins-rig.js';
import type { ApiSuite, Customer } from '../api/suite.js';
import { Authenticator } from '../support/authenticator.js';
import { answer, newAgent, openQuestion, type Agent } from '../support/agent.js';
import { Browser, signedIn } from '../support/person.js';
import type { Sample } from './route-samples.js';

const person = (suite: ApiSuite, { accountId }: Customer) =>
  signedIn(suite.db, suite.api.url, { accountId });

const key = async (suite: ApiSuite, { accountId }: Customer) => ({
  id: (await suite.key(accountId)).keyId,
});

const member = async (suite: ApiSuite, { accountId }: Customer) => {
  const id = createId('mem');
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

/** Requests passkey options and creates a credential that is not registered yet. */
const asked = async (suite: ApiSuite, customer: Customer) => {
  const browser = await person(suite, customer);
  const path = '/app/api/passkeys/options';
  const { body } = await browser.call<PasskeyOptionsBody>('POST', path);
  const device = new Authenticator(new URL(suite.api.deps.env.publicUrl).origin);
  const { id, response } = device.create(body.options);
  const { clientDataJSON, attestationObject } = response;
  return { cookie: browser.cookie, credential: id, clientDataJSON, attestationObject };
};

const passkey = async (suite: ApiSuite, customer: Customer) => {
  const { cookie, ...made } = await asked(suite, customer);
  const browser = Browser.with(suite.api.url, cookie);
  const body = fill(NEW_PASSKEY, { ...made });
  const added = await browser.call<{ id: string }>('POST', '/app/api/passkeys', { body });
  return { id: added.body.id };
};

const NEW_PASSKEY = {
  credential: {
    id: '{credential}',
    type: 'public-key',
    response: { clientDataJSON: '{clientDataJSON}', attestationObject: '{attestationObject}' },
  },
};

/** Inserts the health record of an unused provider route that sorts first in the list. */
const providerRoute = async (suite: ApiSuite) => {
  await suite.db.query(
    `INSERT INTO route_health (provider, upstream_model, failures, rests_until)
     VALUES ('a-provider', 'a-model', 1, now()) ON CONFLICT DO NOTHING`,
  );
  return {};
};

/**
 * Inserts more failed runs than the page holds, because the list covers all accounts, including failures of other
 * suites.
 */
const failedRuns = async (suite: ApiSuite, customer: Customer) => {
  const error = { code: 'PROVIDER_ERROR', message: 'It failed.' } as const;
  const entry = { stage: 'queue', resolution: 'stopped', status: null, message: '' } as const;
  for (const id of [await suite.queued(customer), await suite.queued(customer)]) {
    await failGeneration(suite.api.deps, id, error, entry);
  }
  return {};
};

const generation = async (suite: ApiSuite, customer: Customer) => ({
  id: await suite.queued(customer),
});

/** One agent per suite, because the number of registrations per address is limited. */
const agents = new WeakMap<ApiSuite, Promise<Agent>>();

const asks = async (suite: ApiSuite) => {
  const agent = agents.get(suite) ?? newAgent(suite.api);
  agents.set(suite, agent);
  const question = await (await agent).ask();
  return { uid: await openQuestion(new Browser(suite.api.url), question) };
};

const deviceLogin = async (suite: ApiSuite) => ({
  code: (await DeviceProgram.start(suite)).started.user_code,
});

const allowedLogin = async (suite: ApiSuite, customer: Customer) => {
  const program = await DeviceProgram.start(suite);
  await program.allow(await person(suite, customer));
  return { device_code: program.started.device_code };
};

const grant = async (suite: ApiSuite, customer: Customer) => {
  const browser = await person(suite, customer);
  await answer(browser, (await asks(suite)).uid);
  const { body } = await browser.get<{ data: { id: string }[] }>('/app/api/grants');
  return { id: body.data[0]?.id ?? '' };
};

const neighbour = async (suite: ApiSuite) => {
  await suite.customer();
  return {};
};

const account = async (_: ApiSuite, { accountId }: Customer) => ({ id: accountId });

/** Creates another key, so that the list has more than one page. */
const ownKeys = async (suite: ApiSuite, { accountId }: Customer) => {
  await suite.key(accountId);
  return { id: accountId };
};

/** Records a finished call of a provider. */
const calledProvider = async (suite: ApiSuite, customer: Customer) => {
  await suite.claim(await suite.queued(customer));
  await suite.db.query(
    `UPDATE generation_step s SET provider = 'local', ended_at = now(), outcome = 'ok'
     FROM generation g WHERE g.id = s.generation_id AND g.account_id = $1`,
    [customer.accountId],
  );
  return {};
};

/** Dashboard-only routes, and routes for programs that log in through the dashboard. */
export const APP_SAMPLES: Readonly<Record<string, Sample>> = {
  streamEvents: {},
  getGenerationLineage: { prepare: generation },
  getGenerationRequest: { prepare: generation },
  getSession: {},
  listSessions: {},
  deleteSession: { prepare: session },
  listPasskeys: { prepare: passkey },
  createPasskeyOptions: {},
  createPasskey: { prepare: asked, body: NEW_PASSKEY },
  updatePasskey: { prepare: passkey },
  deletePasskey: { prepare: passkey },
  listKeys: { prepare: key },
  createKey: {},
  deleteKey: { prepare: key },
  startDeviceLogin: {},
  claimDeviceLogin: { prepare: allowedLogin, body: { device_code: '{device_code}' } },
  getDeviceLogin: { prepare: deviceLogin },
  answerDeviceLogin: { prepare: deviceLogin },
  getConsent: { prepare: asks },
  createConsentAnswer: { prepare: asks },
  listGrants: { prepare: grant },
  deleteGrant: { prepare: grant },
  listMembers: { prepare: member },
  updateMember: { prepare: member },
  deleteMember: { prepare: member },
  listInvites: { prepare: invite },
  createInvite: {},
  deleteInvite: { prepare: invite },
  listAudit: {},
  getAdminOverview: { prepare: failedRuns, query: 'hours=1' },
  listAdminAccounts: { prepare: neighbour, query: 'limit=1' },
  getAdminAccount: { prepare: account },
  listAdminKeys: { prepare: ownKeys, query: 'limit=1' },
  grantAdminCredits: { prepare: account },
  raiseAdminLimit: { prepare: account },
  createAdminAccount: {},
  updateAdminAccount: { prepare: account },
  createAdminSignInLink: { prepare: account },
  listAdminProviders: { prepare: providerRoute },
  listAdminProviderHistory: { prepare: calledProvider },
  listAdminRuns: { prepare: failedRuns, query: 'state=failed&limit=1' },
  listAdminCauses: { prepare: failedRuns, query: 'hours=24' },
};

/** Fills in each `{name}` of a body. */
export const fill = (body: unknown, params: Readonly<Record<string, string>>): unknown =>
  JSON.parse(
    JSON.stringify(body).replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'none'),
  );
