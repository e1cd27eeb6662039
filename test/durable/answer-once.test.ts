import { expect } from 'chai';
import { pino } from 'pino';
import { answerOnce } from '../../domain/durable/answer-once.js';
import { AlreadyAnswered, findAnswer, openAnswer } from '../../domain/durable/idempotency-keys.js';
import { enqueueStarts, type WorkflowToStart } from '../../domain/durable/start-workflow.js';
import { SEALED } from '../../domain/ports/vault.js';
import { createVault } from '../../runtime/vault.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { failureOf } from '../support/failure.js';

const CLAIM = { accountId: 'acc_1', key: 'k', fingerprint: 'f', status: 202 };
const START: WorkflowToStart = {
  workflowId: 'gen_1',
  workflowType: 'generateImage',
  args: [],
  accountId: 'acc_1',
  summary: 'a start',
  attributes: {},
};

describe('answerOnce', () => {
  const fresh = freshDatabase();
  const steps: string[] = [];
  const deps = () => ({
    db: fresh.db,
    log: pino({ enabled: false }),
    startWorkflow: async ({ workflowId }: WorkflowToStart) => {
      const rows: unknown[] = await fresh.db.query('SELECT 1 FROM idempotency_key');
      steps.push(`start ${workflowId} after ${rows.length} answer`);
    },
  });
  afterEach(() => {
    steps.length = 0;
    return fresh.db.query('TRUNCATE idempotency_key, workflow_start');
  });

  it('stores the response under the status of its claim, and returns the same object', async () => {
    const body = { b: 1, a: 'é' };
    const given = await answerOnce(deps(), CLAIM, (_tx, once) => once.answer(body));
    expect(given).to.equal(body);
    const stored = await findAnswer(fresh.db.manager, CLAIM);
    expect(stored).to.deep.equal({ status: 202, body: '{"b":1,"a":"é"}' });
  });

  it('starts requested workflows after the commit', async () => {
    const afterCommit = () => steps.push('committed');
    const work: Parameters<typeof answerOnce>[2] = async (tx, once) => {
      await enqueueStarts(tx, [START]);
      once.starts.push(START);
      return once.answer({});
    };
    await answerOnce(deps(), CLAIM, work, { afterCommit });
    expect(steps).to.deep.equal(['committed', 'start gen_1 after 1 answer']);
  });

  it('stores nothing if the work fails after it has stored its response', async () => {
    const work: Parameters<typeof answerOnce>[2] = async (tx, once) => {
      await enqueueStarts(tx, [START]);
      once.starts.push(START);
      await once.answer({});
      throw new Error('no place is left');
    };
    const error = await failureOf(answerOnce(deps(), CLAIM, work));
    expect(error).to.include({ message: 'no place is left' });
    expect(await findAnswer(fresh.db.manager, CLAIM)).to.equal(null);
    expect(await fresh.db.query('SELECT 1 FROM workflow_start')).to.deep.equal([]);
    expect(steps).to.deep.equal([]);
  });

  const deadlock = `DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$`;

  it('retries when PostgreSQL aborts the transaction', async () => {
    let tries = 0;
    const work: Parameters<typeof answerOnce>[2] = async (tx, once) => {
      tries += 1;
      once.starts.push(START);
      const answered = await once.answer({ tries });
      if (tries < 3) await tx.query(deadlock);
      return answered;
    };
    expect(await answerOnce(deps(), CLAIM, work)).to.deep.equal({ tries: 3 });
    expect(await findAnswer(fresh.db.manager, CLAIM)).to.include({ body: '{"tries":3}' });
    expect(steps, 'workflow starts of failed attempts are dropped').to.have.length(1);
  });

  it('gives up after PostgreSQL aborts four attempts, and stores nothing', async () => {
    let tries = 0;
    const work: Parameters<typeof answerOnce>[2] = async (tx, once) => {
      tries += 1;
      const answered = await once.answer({});
      await tx.query(deadlock);
      return answered;
    };
    const error = await failureOf(answerOnce(deps(), CLAIM, work));
    expect(error).to.include({ code: '40P01' });
    expect(tries).to.equal(4);
    expect(await findAnswer(fresh.db.manager, CLAIM)).to.equal(null);
  });

  it('executes one of two concurrent requests with the same Idempotency-Key', async () => {
    const duplicates = [1, 2].map((n) =>
      answerOnce(deps(), CLAIM, (_tx, once) => once.answer({ n })),
    );
    const outcomes = await Promise.allSettled(duplicates);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).to.have.length(1);
    expect(refused[0]).to.be.instanceOf(AlreadyAnswered);
  });

  it('encrypts a response that contains a secret, and decrypts the same bytes', async () => {
    const seal = createVault([Buffer.alloc(32).toString('base64')]);
    const body = { secret: 'whsec_x' };
    await answerOnce(deps(), CLAIM, (_tx, once) => once.answer(body), { seal });
    const stored = await findAnswer(fresh.db.manager, CLAIM);
    expect(stored?.body)
      .to.match(new RegExp(`^${SEALED}`))
      .and.not.contain('whsec_x');
    expect(stored && openAnswer(seal, CLAIM, stored).body).to.equal(JSON.stringify(body));
  });
});
