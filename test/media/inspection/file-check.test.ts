import { expect } from 'chai';
import { createFileCheck } from '../../../adapters/media/inspection/file-check.js';
import type { FileCheck } from '../../../domain/ports/file-check.js';
import { StorageUnavailable, type ObjectStore } from '../../../domain/ports/object-store.js';
import { FairQueue } from '../../../runtime/fair-queue.js';
import { INSPECTIONS } from '../../../runtime/shares.js';
import { blackPng } from './made.js';
import { failureOf } from '../../support/failure.js';

const { concurrent, waiting, waitingEach } = INSPECTIONS;

describe('concurrency of file checks', () => {
  const png = blackPng(8);
  let arrival = Promise.withResolvers<void>();
  let fileCheck: FileCheck;
  beforeEach(() => {
    arrival = Promise.withResolvers<void>();
    const read: ObjectStore['read'] = async () => {
      await arrival.promise;
      return null;
    };
    fileCheck = createFileCheck({ read } as ObjectStore, new FairQueue(INSPECTIONS));
  });
  afterEach(() => fileCheck.close());

  /** Starts a check that runs until `arrival` settles. */
  const slow = (owner: string) =>
    failureOf(fileCheck.object('slow', png.length, 'image/png', owner));
  const inspect = (owner: string) => fileCheck.file(png, png.length, owner);
  const refused = (owner: string) => failureOf(inspect(owner));

  it('is limited: a check that would exceed the queue fails with StorageUnavailable', async () => {
    const first = slow('first');
    const others = Array.from({ length: concurrent + waiting - 1 }, (_, index) =>
      inspect(`acc_${index % (waiting / waitingEach)}`),
    );
    expect(await refused('late')).to.be.instanceOf(StorageUnavailable);
    arrival.resolve();
    expect(await first).to.be.instanceOf(StorageUnavailable);
    for (const checked of await Promise.all(others)) expect(checked.ok).to.equal(true);
    expect((await inspect('late')).ok, 'the queue has space again').to.equal(true);
  });

  it('is limited per account, without delaying another account', async () => {
    const ended: string[] = [];
    const first = slow('many');
    const mine = Array.from({ length: waitingEach }, async (_, index) => {
      const { ok } = await inspect('many');
      ended.push(`many ${index}`);
      return ok;
    });
    expect(await refused('many')).to.be.instanceOf(StorageUnavailable);
    const theirs = inspect('one').then(({ ok }) => {
      ended.push('one');
      return ok;
    });
    arrival.resolve();
    await first;
    expect(await Promise.all([...mine, theirs])).not.to.include(false);
    expect(ended.slice(0, 2)).to.include('one');
  });
});
