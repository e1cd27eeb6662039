import { ServiceError } from '@temporalio/client';
import { expect } from 'chai';
import pMap from 'p-map';
import { uploadWorkflow } from '../../domain/uploads/create-upload.js';
import { Upload } from '../../entities/upload.js';
import type { Temporal } from '../../runtime/temporal.js';
import type { Answer } from '../support/client.js';
import { eventsOf, typesOf } from '../support/recorder.js';
import { blackPng } from '../media/inspection/made.js';
import type { Customer } from './suite.js';
import { errorOf, uploadSuite, type SignedUpload } from './uploads-rig.js';

const png = blackPng(64);
const HTML = Buffer.from('<html>not a picture</html>');
const READS = 1_000;
const CONCURRENT = 100;

describe('reads of a pending upload', () => {
  /** Whether the store keeps refused files, as if a deletion failed. */
  let keeping = false;
  const suite = uploadSuite({
    change: (deps) => {
      const { store } = deps;
      return {
        ...deps,
        store: {
          ...store,
          async remove(keys) {
            if (!keeping) await store.remove(keys);
          },
        },
      };
    },
  });
  let customer: Customer;
  before(async () => {
    customer = await suite.customer({ raised: { requests_per_minute: 100_000 } });
  });
  afterEach(() => {
    keeping = false;
  });

  /** Reads repeatedly, and counts the responses by status and message. */
  async function readOften(id: string, times = READS): Promise<Record<string, number>> {
    const answers: Record<string, number> = {};
    const ask = async () => {
      const answer = await suite.read(customer, id);
      const says =
        answer.status === 200 ? answer.body.status : errorOf(answer).message.split('.', 1)[0];
      const line = `${answer.status} ${says}`;
      answers[line] = (answers[line] ?? 0) + 1;
    };
    await pMap(Array.from({ length: times }).keys(), ask, { concurrency: CONCURRENT });
    return answers;
  }

  const typesSoFar = async ({ id }: SignedUpload) =>
    typesOf(await eventsOf(suite.api.deps.temporal.client, id));
  const checks = (types: readonly string[]) =>
    types.filter((type) => type === 'ACTIVITY_TASK_SCHEDULED').length;

  it(`never return 5xx in ${3 * READS} reads: before any file, after a bad file and after a good file`, async () => {
    const upload = await suite.signed(customer);
    const missing = '400 No file has arrived';
    expect(await readOften(upload.id)).to.deep.equal({ [missing]: READS });
    expect(checks(await typesSoFar(upload)), 'checks without a file').to.equal(0);
    await suite.put(upload, HTML);
    const refused = await readOften(upload.id);
    const bad = Object.keys(refused).filter((line) => line !== missing);
    expect(bad).to.have.length(1);
    expect(bad[0]).to.match(/^400 .*type/);
    await suite.put(upload, png);
    expect(await readOften(upload.id)).to.deep.equal({ '200 ready': READS });
    const types = await typesSoFar(upload);
    expect(checks(types), 'one check for each file').to.equal(2);
    expect(types.length).to.be.lessThan(100);
  });

  it('do not check a refused file again unless it changes', async () => {
    const upload = await suite.signed(customer);
    keeping = true;
    await suite.put(upload, HTML);
    const answers = await readOften(upload.id, 100);
    expect(Object.keys(answers), 'all responses give the same reason').to.have.length(1);
    await suite.put(upload, HTML);
    expect(await readOften(upload.id, 100), 'the same bytes again').to.deep.equal(answers);
    expect(checks(await typesSoFar(upload))).to.equal(1);
    keeping = false;
    expect(await readOften(upload.id, 1), 'deleted by a later read').to.deep.equal({
      [Object.keys(answers)[0] ?? '']: 1,
    });
    expect(await suite.keys(`staging/${upload.id}/`)).to.deep.equal([]);
    await suite.put(upload, png);
    expect(await readOften(upload.id, 10)).to.deep.equal({ '200 ready': 10 });
  });

  it('reject and delete an empty or oversized file immediately, without a check', async () => {
    for (const [bytes, says] of [
      [Buffer.alloc(0), /empty/],
      [Buffer.alloc(20_000_001), /20000001 bytes/],
    ] as const) {
      const upload = await suite.signed(customer);
      await suite.put(upload, bytes);
      const answer = await suite.read(customer, upload.id);
      expect(answer.status, answer.text).to.equal(400);
      expect(errorOf(answer).message).to.match(says);
      expect(await suite.keys(`staging/${upload.id}/`)).to.deep.equal([]);
      expect(checks(await typesSoFar(upload))).to.equal(0);
    }
  });
});

describe('reads of a pending upload whose workflow run cannot respond', () => {
  const DEADLINE_MS = 2_000;
  /** If set, each update of a workflow run fails with this error. */
  let failure: Error | null = null;
  const suite = uploadSuite({
    workers: null,
    change: (deps) => {
      const finalise: Temporal['finalise'] = async (start, version) => {
        if (failure) throw failure;
        return deps.temporal.finalise(start, version, DEADLINE_MS);
      };
      return { ...deps, temporal: { ...deps.temporal, finalise } };
    },
  });
  let customer: Customer;
  let upload: SignedUpload;
  beforeEach(async () => {
    failure = null;
    customer = await suite.customer();
    upload = await suite.signed(customer);
    await suite.put(upload, png);
  });
  const ways: Record<string, () => Promise<Answer<unknown>>> = {
    'a read': () => suite.read(customer, upload.id),
    'a media field': () => customer.client.image({ scene_image: upload.id }),
  };

  for (const [way, ask] of Object.entries(ways)) {
    it(`return 503 with Retry-After for any Temporal failure: ${way}`, async () => {
      failure = new ServiceError('Update-With-Start failed', { cause: new Error('exhausted') });
      const answer = await ask();
      expect(answer.status, answer.text).to.equal(503);
      expect(errorOf(answer).code).to.equal('UNAVAILABLE');
      expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60);
    });

    it(`name the next step instead of reporting an internal error if the workflow run has ended: ${way}`, async () => {
      const asked = ask();
      await suite.api.deps.temporal.client.workflow.getHandle(upload.id).terminate();
      const early = await asked;
      expect(early.status, early.text).to.be.oneOf([400, 503]);
      const late = await ask();
      expect(late.status, late.text).to.equal(400);
      expect(late.text).to.include('Create a new upload').and.include('UPLOAD_NOT_READY');
    });
  }

  it('stay without a result for more new files than the run checks concurrently', async () => {
    const { temporal } = suite.api.deps;
    const row = await suite.db.manager.findOneByOrFail(Upload, { id: upload.id });
    const questions = Array.from({ length: 30 }, (_, index) =>
      temporal.finalise(uploadWorkflow(row), `version ${index}`),
    );
    expect(new Set(await Promise.all(questions))).to.deep.equal(new Set(['no_answer']));
  });
});
