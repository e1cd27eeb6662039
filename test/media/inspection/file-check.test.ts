import { expect } from 'chai';
import { createFileCheck, LOOKS_MAX } from '../../../adapters/media/inspection/file-check.js';
import { StorageUnavailable, type ObjectStore } from '../../../domain/ports/object-store.js';
import { blackPng } from './made.js';
import { failureOf } from '../../support/failure.js';

describe('file check', () => {
  it('looks into so many files at once and no more; who comes later is asked to come again', async () => {
    const png = blackPng(8);
    const arrival = Promise.withResolvers<void>();
    const read: ObjectStore['read'] = async () => {
      await arrival.promise;
      return null;
    };
    const fileCheck = createFileCheck({ read } as ObjectStore);
    try {
      const first = failureOf(fileCheck.object('slow', png.length, 'image/png'));
      const waiting = Array.from({ length: LOOKS_MAX - 1 }, () => fileCheck.file(png, png.length));
      const late = await failureOf(fileCheck.file(png, png.length));
      expect(late).to.be.instanceOf(StorageUnavailable);
      arrival.resolve();
      expect(await first).to.be.instanceOf(StorageUnavailable);
      for (const checked of await Promise.all(waiting)) expect(checked.ok).to.equal(true);
      expect((await fileCheck.file(png, png.length)).ok, 'room again').to.equal(true);
    } finally {
      await fileCheck.close();
    }
  });
});
