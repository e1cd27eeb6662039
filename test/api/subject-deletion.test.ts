import { expect } from 'chai';
import { sweepUploads } from '../../domain/uploads/sweep-uploads.js';
import { Generation } from '../../entities/generation.js';
import { StorageUnavailable } from '../../domain/ports/object-store.js';
import type { Customer } from './suite.js';
import { CHARACTERS, PRODUCTS, Subjects } from './subjects-rig.js';
import { uploadSuite } from './uploads-rig.js';

/** A negative grace period, so that the sweep treats every object as old enough to delete. */
const NO_DELAY_MS = -60_000;

for (const kind of [CHARACTERS, PRODUCTS]) {
  const object = kind.folder.slice(0, -1);

  describe(`DELETE ${kind.path}/{id}`, () => {
    const suite = uploadSuite({ workers: null });
    const subjects = new Subjects(suite, kind);
    const keys = (urls: readonly string[]) => urls.map((url) => new URL(url).pathname.slice(7));
    const exists = async (key = '') => (await suite.api.deps.store.stat(key)) !== null;

    /** Queues an image that uses a photo of the subject. */
    async function looking({ client }: Customer, image: string | undefined): Promise<string> {
      const answer = await client.image({ character_image: image });
      expect(answer.status, answer.text).to.equal(202);
      return answer.body.id;
    }

    it('deletes the record and its photos, and frees its slot immediately', async () => {
      const customer = await suite.customer({ plan: 'free' });
      const { id, images } = await subjects.made(customer);
      const answer = await subjects.one(customer, 'DELETE', id);
      expect([answer.status, answer.body]).to.deep.equal([200, { id, object, deleted: true }]);
      expect((await suite.served(images[0] ?? '')).status).to.equal(404);
      expect((await subjects.one(customer, 'GET', id)).status).to.equal(404);
      expect(await subjects.list(customer)).to.deep.equal([]);
      expect(await subjects.counter(customer)).to.equal(0);
      await subjects.made(customer);
    });

    it('replays the response for the same Idempotency-Key, and returns 404 for another key', async () => {
      const customer = await suite.customer();
      const { id } = await subjects.made(customer);
      const first = await subjects.one(customer, 'DELETE', id, { idem: 'one' });
      const again = await subjects.one(customer, 'DELETE', id, { idem: 'one' });
      expect([again.status, again.text]).to.deep.equal([200, first.text]);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect((await subjects.one(customer, 'DELETE', id)).status).to.equal(404);
    });

    it('deletes once and returns the same response for three concurrent requests with one Idempotency-Key', async () => {
      const customer = await suite.customer();
      const { id } = await subjects.made(customer);
      const duplicates = await Promise.all(
        [1, 2, 3].map(() => subjects.one(customer, 'DELETE', id, { idem: 'one' })),
      );
      expect(duplicates.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      expect(new Set(duplicates.map(({ text }) => text)).size).to.equal(1);
      expect(await subjects.counter(customer)).to.equal(0);
    });

    it('serializes a change and a deletion that race, even under the same Idempotency-Key', async () => {
      const customer = await suite.customer();
      for (const _ of [1, 2, 3, 4, 5]) {
        const { id } = await subjects.made(customer);
        const body = { name: 'changed' };
        const answers = await Promise.all([
          subjects.one(customer, 'PATCH', id, { body, idem: `both ${id}` }),
          subjects.one(customer, 'DELETE', id, { idem: `both ${id}` }),
        ]);
        const statuses = answers.map(({ status }) => status);
        expect(statuses, 'one request succeeds, the other is refused').to.include(200);
        expect(statuses.filter((status) => [404, 422].includes(status))).to.have.length(1);
      }
    });

    it('deletes once under six concurrent requests, and frees one slot', async () => {
      const customer = await suite.customer();
      const [kept, gone] = [await subjects.made(customer), await subjects.made(customer)];
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => subjects.one(customer, 'DELETE', gone.id)),
      );
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).to.deep.equal([200, 404, 404, 404, 404, 404]);
      expect(await subjects.counter(customer)).to.equal(1);
      expect((await subjects.list(customer)).map(({ id }) => id)).to.deep.equal([kept.id]);
    });

    it('keeps past generations, and keeps the photos of a queued generation until it has ended', async () => {
      const customer = await suite.customer();
      const { id, images } = await subjects.made(customer);
      const past = await looking(customer, images[0]);
      await suite.complete(past);
      const waiting = await looking(customer, images[0]);
      expect((await subjects.one(customer, 'DELETE', id)).status).to.equal(200);
      const [key] = keys(images);
      expect(await exists(key), 'a generation uses the photo').to.equal(true);
      const kept = await customer.client.get(`/v1/generations/${past}`);
      expect(kept.body.status).to.equal('completed');
      await sweepUploads(suite.api.deps, NO_DELAY_MS);
      expect(await exists(key), 'the sweep keeps the photo too').to.equal(true);
      const { inputs } = await suite.db.manager.findOneByOrFail(Generation, { id: waiting });
      expect(inputs[0]?.key).to.equal(key);
      await suite.complete(waiting);
      await sweepUploads(suite.api.deps, NO_DELAY_MS);
      expect(await exists(key), 'after the generation has ended').to.equal(false);
    });

    it("keeps photos that another account's generation uses", async () => {
      const [customer, other] = [await suite.customer(), await suite.customer()];
      const { id, images } = await subjects.made(customer);
      await looking(other, images[0]);
      await subjects.one(customer, 'DELETE', id);
      expect(await exists(keys(images)[0])).to.equal(true);
    });

    it('deletes the record while the store is down, and the sweep removes the photos later', async () => {
      const customer = await suite.customer();
      const [kept, gone] = [await subjects.made(customer), await subjects.made(customer)];
      const { store } = suite.api.deps;
      const remove = store.remove.bind(store);
      store.remove = () => Promise.reject(new StorageUnavailable('away'));
      const answer = await subjects.one(customer, 'DELETE', gone.id).finally(() => {
        store.remove = remove;
      });
      expect(answer.status, answer.text).to.equal(200);
      const [stray, wanted] = [keys(gone.images)[0], keys(kept.images)[0]];
      expect(await exists(stray)).to.equal(true);
      await sweepUploads(suite.api.deps);
      expect(await exists(stray), 'too new to be swept').to.equal(true);
      await sweepUploads(suite.api.deps, NO_DELAY_MS);
      expect([await exists(stray), await exists(wanted)]).to.deep.equal([false, true]);
    });
  });
}
