import { removeMember } from '../../domain/accounts/remove-member.js';
import { createKeyLookup } from '../../domain/accounts/find-callers.js';
import { revokeKey } from '../../domain/accounts/mark-key-revoked.js';
import type { Caller } from '../../domain/accounts/caller.js';
import { allowAgent } from '../../domain/agents/allow-agent.js';
import { endGrant } from '../../domain/agents/end-grant.js';
import type { OpenRequest } from '../../domain/agents/open-request.js';
import { hashApiKey } from '../../domain/contract/create-api-key.js';
import { createId } from '../../domain/contract/ids.js';
import { beginSession } from '../../domain/identity/begin-session.js';
import { endKey } from '../../domain/identity/create-and-revoke-keys.js';
import { AgentGrant } from '../../entities/agent-grant.js';
import { Session } from '../../entities/session.js';
import { feeDeps } from '../social/fee-deps.js';
import { joinAs, type TestAccount } from '../support/accounts.js';
import type { World } from './world.js';

/** A way to stop a key from spending. */
interface Revocation {
  /** Creates what the key belongs to. @returns a function that stops it */
  readonly prepare: (world: World, account: TestAccount) => Promise<() => Promise<unknown>>;
  /** The refusal reason of the next charge. */
  readonly reason: 'key' | 'cap';
}

const CLIENT = { name: 'Agent', host: null, redirectHost: 'agent.example' };
const QUESTION: OpenRequest = {
  params: { client_id: 'agent', scope: 'read generate', resource: 'https://api.example/mcp' },
  prompt: { details: { client: CLIENT } },
};

/** Turns the key into an agent's key. */
async function grantTo({ db }: World, { accountId, keyId }: TestAccount): Promise<string> {
  const id = createId('agr');
  await db.manager.insert(AgentGrant, {
    id,
    accountId,
    memberId: null,
    keyId,
    clientId: QUESTION.params.client_id,
    clientName: CLIENT.name,
    clientHost: CLIENT.redirectHost,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return id;
}

/** Signs the account holder in to the dashboard. */
async function signIn({ db }: World, { accountId, apiKey }: TestAccount): Promise<Caller> {
  const [known] = await createKeyLookup(db, null)([{ hash: hashApiKey(apiKey), about: null }]);
  if (!known) throw new Error('the key is unknown');
  const person = { accountId, memberId: null, operator: false, openedBy: 'link' as const };
  await db.transaction((tx) => beginSession(tx, { ...person, browser: 'test' }));
  const { id } = await db.manager.findOneByOrFail(Session, { accountId });
  return { ...known.caller, role: 'owner', sessionId: id };
}

/** Every operation that revokes a key or lowers its cap, by description. */
export const REVOCATIONS: Readonly<Record<string, Revocation>> = {
  'revoking the key by command': {
    reason: 'key',
    prepare:
      async ({ db }, { keyId }) =>
      () =>
        db.transaction((tx) => revokeKey(tx, keyId)),
  },
  'revoking the key in the dashboard': {
    reason: 'key',
    async prepare(world, account) {
      const { accountId, keyId } = account;
      const caller = await signIn(world, account);
      const claim = { accountId, key: createId('req'), fingerprint: '', status: 200 };
      return () => endKey(feeDeps(world.db), caller, claim, keyId);
    },
  },
  "removing the key's member": {
    reason: 'key',
    async prepare({ db }, account) {
      const memberId = await joinAs(db, account, 'developer');
      return () => db.transaction((tx) => removeMember(tx, memberId));
    },
  },
  "ending the agent's grant": {
    reason: 'key',
    async prepare(world, account) {
      const id = await grantTo(world, account);
      return () => world.db.transaction((tx) => endGrant(tx, id));
    },
  },
  'giving the agent a new cap': {
    reason: 'cap',
    async prepare(world, account) {
      await grantTo(world, account);
      const caller = await signIn(world, account);
      const body = { allow: true, monthly_credit_cap: 0 };
      return () => world.db.transaction((tx) => allowAgent(tx, caller, QUESTION, body));
    },
  },
};
