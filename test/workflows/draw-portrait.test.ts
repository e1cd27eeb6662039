import { expect } from 'chai';
import type { CharacterBody } from '../../domain/contract/character.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { buildCustomer } from '../support/accounts.js';
import { replayRig } from '../support/replay-rig.js';
import { until } from '../support/until.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

const CREDITS = 10;
const PRICE = 2;

describe('preset characters drawn by workers', () => {
  const rig = replayRig();
  const api = usePlatform({ change: rig.watch });
  const start = workersOfEachTest(api);

  const customer = () => buildCustomer(api.deps.db, api.url, { credits: CREDITS });
  const ask = ({ client }: Customer, idem: string) =>
    client.call<CharacterBody>('POST', '/v1/characters/preset', {
      body: { name: 'Ava', base_id: 'ready_ava' },
      idem,
    });
  /**
   * Buys a character like a client: repeats the request with the same key until the portrait
   * exists.
   */
  const buy = (account: Customer, idem: string) =>
    until('the portrait is drawn', async () => {
      const answer = await ask(account, idem);
      return answer.status === 503 ? null : answer;
    });

  /** Reads the balance and the number of characters. */
  async function stock({ accountId }: Customer) {
    const [row] = await api.deps.db.query(
      `SELECT (sub + pur)::int AS left, (held_sub + held_pur)::int AS held,
         (SELECT count(*)::int FROM character WHERE account_id = $1) AS characters
       FROM account WHERE id = $1`,
      [accountId],
    );
    expect(await checkInvariants(api.deps.db.manager)).to.deep.equal([]);
    return row;
  }
  const bought = (number: number) => ({
    left: CREDITS - number * PRICE,
    held: 0,
    characters: number,
  });

  async function expectPortrait({ images }: CharacterBody): Promise<void> {
    const { pathname } = new URL(images[0] ?? '');
    const served = await fetch(new URL(pathname, api.url));
    const own = Buffer.from(await served.arrayBuffer());
    expect(own.equals(await api.deps.portraits.draw('ready_ava', null))).to.equal(true);
  }

  /** Creates a studio that delays its first drawing until the worker is stopped. */
  function holdFirst() {
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let drawings = 0;
    const portraits = {
      waiting: 0,
      async draw(...choice: Parameters<typeof api.deps.portraits.draw>) {
        drawings += 1;
        begun.resolve();
        if (drawings === 1) await go.promise;
        return api.deps.portraits.draw(...choice);
      },
    };
    return { portraits, begun: begun.promise, go: go.resolve, drawings: () => drawings };
  }

  it('wait for the portrait, and are charged once it is drawn', async () => {
    await start();
    const account = await customer();
    const made = await buy(account, 'one');
    expect(made.status, made.text).to.equal(201);
    await expectPortrait(made.body);
    expect(await stock(account)).to.deep.equal(bought(1));
  });

  it('return 503 free of charge without a worker, and the same key succeeds once a worker runs', async () => {
    await start({ media: false });
    const account = await customer();
    const early = await ask(account, 'one');
    expect([early.status, early.headers.get('retry-after')]).to.deep.equal([503, '5']);
    expect(await stock(account)).to.deep.equal(bought(0));
    await start({ orchestrator: false });
    const made = await buy(account, 'one');
    expect(made.status, made.text).to.equal(201);
    await expectPortrait(made.body);
    expect((await buy(account, 'one')).text).to.equal(made.text);
    expect(await stock(account)).to.deep.equal(bought(1));
  });

  it('are drawn by the next worker if a worker is lost, and charged only once', async () => {
    const { portraits, begun, go, drawings } = holdFirst();
    await start({ media: false });
    const first = await start({ orchestrator: false, mediaDeps: { portraits }, grace: '0s' });
    const account = await customer();
    const buying = buy(account, 'one');
    await begun;
    const stopping = first.stop();
    await start({ orchestrator: false, mediaDeps: { portraits } });
    go();
    await stopping;
    const made = await buying;
    expect(made.status, made.text).to.equal(201);
    await expectPortrait(made.body);
    expect(drawings()).to.be.within(1, 2);
    expect(await stock(account)).to.deep.equal(bought(1));
  });

  it('are created twice by two concurrent requests, but only once if both have the same key', async () => {
    await start();
    const account = await customer();
    const answers = await Promise.all(['a', 'b', 'c', 'c'].map((idem) => buy(account, idem)));
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201]);
    expect(answers[2]?.text).to.equal(answers[3]?.text);
    expect(await stock(account)).to.deep.equal(bought(3));
    for (const { body } of answers) await expectPortrait(body);
  });

  it('are drawn again if a sweep deleted the portrait before the charge', async () => {
    await start({ media: false });
    const account = await customer();
    expect((await ask(account, 'one')).status).to.equal(503);
    await start({ orchestrator: false });
    const query = `WorkflowType = "drawPortrait" AND AccountId = "${account.accountId}"`;
    const drawn = await until('the run has ended', async () => {
      for await (const run of api.deps.temporal.client.workflow.list({ query })) {
        if (run.status.name !== 'COMPLETED') continue;
        return api.deps.temporal.client.workflow.getHandle(run.workflowId).result();
      }
      return null;
    });
    await api.deps.store.remove([drawn.key]);
    const made = await buy(account, 'one');
    expect(made.status, made.text).to.equal(201);
    await expectPortrait(made.body);
    expect(await stock(account)).to.deep.equal(bought(1));
  });
});
