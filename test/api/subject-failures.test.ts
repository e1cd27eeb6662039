import { expect } from 'chai';
import { StorageUnavailable } from '../../domain/ports/object-store.js';
import { CHARACTERS, photo, PRODUCTS, Subjects } from './subjects-rig.js';
import { errorOf, uploadSuite } from './uploads-rig.js';

for (const kind of [CHARACTERS, PRODUCTS]) {
  describe(`POST ${kind.path} while a dependency fails`, () => {
    const suite = uploadSuite({ workers: null });
    const subjects = new Subjects(suite, kind);

    // The store either fails, or stores the photo and then reports a failure.
    for (const [what, stored] of [
      ['refuses a photo', false],
      ['stores a photo without answering', true],
    ] as const) {
      it(`does not keep the photo if the store ${what}, and the retry succeeds`, async () => {
        const customer = await suite.customer();
        const uploads = [await suite.inline(customer, await photo())];
        uploads.push(await suite.inline(customer, await photo(31)));
        const body = kind.body(uploads.map(({ id }) => id));
        const before = await subjects.photos();
        const { store } = suite.api.deps;
        const put = store.put.bind(store);
        let calls = 0;
        store.put = async (...args) => {
          calls += 1;
          if (calls === 1 || stored) await put(...args);
          if (calls > 1) throw new StorageUnavailable('put: no answer');
        };
        const send = () => subjects.post(customer, body, { idem: 'one' });
        const answer = await suite.leavesNothing(customer.accountId, send).finally(() => {
          store.put = put;
        });
        expect(answer.status, answer.text).to.equal(503);
        expect(errorOf(answer).code).to.equal('UNAVAILABLE');
        expect(await subjects.photos()).to.deep.equal(before);
        const again = await send();
        expect(again.status, again.text).to.equal(201);
        expect(await subjects.counter(customer)).to.equal(1);
      });
    }

    it('keeps the photo and returns 201 when the response to the commit is lost', async () => {
      const customer = await suite.customer();
      const { id } = await suite.inline(customer, await photo());
      const { db } = suite.api.deps;
      const real = db.transaction.bind(db);
      const lossy = async (...args: Parameters<typeof real>) => {
        await real(...args);
        throw new Error('Connection terminated unexpectedly');
      };
      Object.assign(db, { transaction: lossy });
      const answer = await subjects.post(customer, kind.body([id])).finally(() => {
        Object.assign(db, { transaction: real });
      });
      expect(answer.status, answer.text).to.equal(201);
      for (const url of answer.body.images) expect((await suite.served(url)).status).to.equal(200);
      expect((await subjects.list(customer)).map((one) => one.id)).to.deep.equal([answer.body.id]);
    });

    it('rejects an upload whose file is missing, and names the field', async () => {
      const customer = await suite.customer();
      const { id } = await suite.inline(customer, await photo());
      await suite.api.deps.store.remove(await suite.keys(`uploads/${id}/`));
      const answer = await subjects.post(customer, kind.body([id]));
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.text).to.include('body.images.0').and.include('was deleted during the request');
    });
  });
}
