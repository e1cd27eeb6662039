import { expect } from 'chai';
import sharp from 'sharp';
import { fixture } from '../media/inspection/samples.js';
import type { Customer } from './suite.js';
import { CHARACTERS, phonePhoto, photo, PRODUCTS, Subjects } from './subjects-rig.js';
import { dataUrl } from '../support/data-url.js';
import { errorOf, pathsOf, uploadSuite } from './uploads-rig.js';

const NOTHING = { files: 0, bytes: 0 };
const UNKNOWN = 'a'.repeat(20);

for (const kind of [CHARACTERS, PRODUCTS]) {
  describe(kind.folder, () => {
    const suite = uploadSuite({ workers: null });
    const subjects = new Subjects(suite, kind);
    let png: Buffer;
    before(async () => {
      png = await photo();
    });

    it('store permanent copies of a photo in any form, in the given order', async () => {
      const customer = await suite.customer();
      const upload = await suite.inline(customer, await photo(31));
      const other = await suite.inline(customer, await photo(32));
      for (const [images, sides] of [
        [
          [upload.id, other.url, dataUrl(png)],
          [31, 32, 48],
        ],
        [
          [suite.publish(png), upload.url],
          [48, 31],
        ],
      ] as const) {
        const answer = await subjects.post(customer, kind.body(images));
        expect(answer.status, answer.text).to.equal(201);
        expect(answer.body).to.include({ analysis: null });
        const found = [];
        for (const url of answer.body.images) {
          expect(new URL(url).pathname).to.match(
            new RegExp(`^/media/${kind.folder}/${answer.body.id}/[0-9a-f]{32}\\.webp$`),
          );
          const { format, width } = await subjects.served(url);
          expect(format).to.equal('webp');
          found.push(width);
        }
        expect(found).to.deep.equal(sides);
      }
      await suite.db.query('UPDATE upload SET expires_at = now() WHERE account_id = $1', [
        customer.accountId,
      ]);
      for (const { images } of await subjects.list(customer)) {
        for (const url of images) expect((await suite.served(url)).status).to.equal(200);
      }
    });

    it('store photos upright, without metadata about the photographer or the place', async () => {
      const customer = await suite.customer();
      const taken = await phonePhoto();
      expect((await sharp(taken).metadata()).exif, 'metadata that a phone writes').to.be.an(
        'uint8array',
      );
      const made = await subjects.post(customer, kind.body([dataUrl(taken)]));
      const { width, height, exif, orientation } = await subjects.served(made.body.images[0] ?? '');
      expect([width, height]).to.deep.equal([200, 400]);
      expect([exif, orientation]).to.deep.equal([undefined, undefined]);
    });

    it("accept a stored photo's URL in a media field, without using the upload allowance", async () => {
      const customer = await suite.customer();
      const { images } = await subjects.made(customer);
      const before = await suite.counted(customer);
      const scene = await customer.client.image({ scene_image: images[0] });
      expect(scene.status, scene.text).to.equal(202);
      expect((await subjects.post(customer, kind.body(images))).status).to.equal(201);
      expect(await suite.counted(customer)).to.deep.equal(before);
    });

    it('serve a photo only at its full URL', async () => {
      const { images } = await subjects.made(await suite.customer());
      const path = new URL(images[0] ?? '').pathname;
      const near = [path.slice(0, -6), path.replace(/.\.webp/, '.webp'), `${path}/`, `${path}.png`];
      near.push(path.replace(/[^/]+\/[^/]+$/, ''), path.toUpperCase().replace('/MEDIA', '/media'));
      for (const other of near) {
        expect((await fetch(suite.api.url + other)).status, other).to.equal(404);
      }
      const served = await suite.served(path.replace('/media', `${suite.api.url}/media`));
      expect(served.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(served.headers.get('content-disposition')).to.match(/filename="[a-z2-7]{20}\.webp"/);
    });

    it('reject a request without a photo, a fourth photo or a file that is not a photo, and name the field', async () => {
      const customer = await suite.customer();
      const before = await subjects.photos();
      const text = dataUrl(Buffer.from('just a text'));
      const good = dataUrl(png);
      const cases: [unknown[], string][] = [
        [[], 'body.images'],
        [[good, good, good, good], 'body.images'],
        [[good, text], 'body.images.1'],
        [[good, dataUrl(fixture('clip.mp4'), 'video/mp4')], 'body.images.1'],
        [['no media', good], 'body.images.0'],
        [[7], 'body.images.0'],
      ];
      for (const [images, path] of cases) {
        const send = () => subjects.post(customer, { ...kind.body([]), images });
        const answer = await suite.leavesNothing(customer.accountId, send);
        expect(answer.status, answer.text).to.equal(400);
        expect(pathsOf(answer), answer.text).to.deep.equal([path]);
      }
      expect(await subjects.photos(), 'copies of the valid photos').to.deep.equal(before);
      expect(await subjects.counter(customer)).to.equal(0);
    });

    it("return NOT_FOUND for another account's upload, and copy nothing", async () => {
      const [customer, owner] = [await suite.customer(), await suite.customer()];
      const before = await subjects.photos();
      const { id } = await suite.inline(owner, png);
      const answer = await subjects.post(customer, kind.body([id, dataUrl(png)]));
      expect(answer.status, answer.text).to.equal(404);
      expect(await subjects.photos()).to.deep.equal(before);
      expect(await suite.counted(customer), 'lookups come first').to.deep.equal(NOTHING);
    });

    it('reject a blank or overlong name, and accept a name of the maximum length', async () => {
      const customer = await suite.customer();
      const longest = kind.folder === 'characters' ? 30 : 40;
      for (const name of ['', ' ', '\t\n', 'a'.repeat(longest + 1), null, 5]) {
        const answer = await subjects.post(customer, { ...kind.body([dataUrl(png)]), name });
        expect(answer.status, JSON.stringify(name)).to.equal(400);
        expect(pathsOf(answer)).to.deep.equal(['body.name']);
      }
      for (const name of ['é', '🦊'.repeat(longest), ' x ']) {
        const made = await subjects.made(customer, { name });
        expect(made).to.include({ name });
      }
    });

    it('are refused when the plan is full, before anything is fetched, stored or counted', async () => {
      const customer = await suite.customer({ plan: 'free' });
      await subjects.made(customer);
      const counted = await suite.counted(customer);
      const visits = suite.site.visits.length;
      const before = await subjects.photos();
      const send = () => subjects.post(customer, kind.body([suite.publish(png)]));
      const answer = await suite.leavesNothing(customer.accountId, send);
      expect(answer.status, answer.text).to.equal(403);
      const { code, details } = (answer.body as unknown as { error: Record<string, unknown> })
        .error;
      expect(code).to.equal('LIMIT_REACHED');
      const own = kind.folder === 'characters' ? 'CHARACTER_LIMIT' : 'PRODUCT_LIMIT';
      expect(details).to.deep.equal({ code: own, limit: 1, plan: 'free' });
      expect(await suite.counted(customer)).to.deep.equal(counted);
      expect(suite.site.visits.length).to.equal(visits);
      expect(await subjects.photos()).to.deep.equal(before);
    });

    it('respect a raised limit', async () => {
      const customer = await suite.customer({ plan: 'free', raised: { [kind.folder]: 2 } });
      await subjects.made(customer);
      await subjects.made(customer);
      const answer = await subjects.post(customer, kind.body([dataUrl(png)]));
      expect(answer.status).to.equal(403);
    });

    it("are created only up to the plan's limit by ten concurrent requests, without leftover photos", async () => {
      const customer = await suite.customer({ plan: 'free', raised: { [kind.folder]: 3 } });
      const before = await subjects.photos();
      const upload = await suite.inline(customer, png);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => subjects.post(customer, kind.body([upload.id]))),
      );
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).to.deep.equal([201, 201, 201, ...Array.from({ length: 7 }, () => 403)]);
      expect(await subjects.counter(customer)).to.equal(3);
      expect(await subjects.list(customer)).to.have.length(3);
      expect((await subjects.photos()).length - before.length).to.equal(3);
    });

    it('are created once for the same Idempotency-Key, even by five concurrent requests', async () => {
      const customer = await suite.customer();
      const before = await subjects.photos();
      const body = kind.body([dataUrl(png)]);
      const first = await subjects.post(customer, body, { idem: 'one' });
      const again = await subjects.post(customer, body, { idem: 'one' });
      expect([again.status, again.text]).to.deep.equal([201, first.text]);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      const duplicates = await Promise.all(
        Array.from({ length: 5 }, () => subjects.post(customer, body, { idem: 'two' })),
      );
      expect(new Set(duplicates.map(({ status, text }) => `${status} ${text}`)).size).to.equal(1);
      expect(await subjects.list(customer)).to.have.length(2);
      expect(await suite.counted(customer)).to.deep.equal({ files: 2, bytes: 2 * png.length });
      expect(
        (await subjects.photos()).length - before.length,
        'copies by concurrent duplicates',
      ).to.equal(2);
      const other = await subjects.post(customer, { ...body, name: 'Eva' }, { idem: 'one' });
      expect(other.status).to.equal(422);
      const keyless = await subjects.post(customer, body, { idem: null });
      expect(keyless.status).to.equal(400);
    });

    it('are listed for their own account only, newest first', async () => {
      const [customer, other] = [await suite.customer(), await suite.customer()];
      expect(await subjects.list(customer)).to.deep.equal([]);
      const made = [];
      for (const name of ['a', 'b', 'c']) made.unshift(await subjects.made(customer, { name }));
      await subjects.made(other);
      expect(await subjects.list(customer)).to.deep.equal(made);
    });

    it("return the same response for another account's id as for an unknown id", async () => {
      const [customer, owner] = [await suite.customer(), await suite.customer()];
      const { id } = await subjects.made(owner);
      const calls = (of: Customer, wanted: string) =>
        Promise.all([
          subjects.one(of, 'GET', wanted),
          subjects.one(of, 'PATCH', wanted, { body: { name: 'mine' } }),
          subjects.one(of, 'DELETE', wanted),
        ]);
      const bare = ({ text }: { text: string }) =>
        text.replace(/"request_id":"[^"]+"/, '').replace(/`[^`]+`/, '`the id`');
      const foreign = await calls(customer, id);
      expect(foreign.map(({ status }) => status)).to.deep.equal([404, 404, 404]);
      expect(foreign.map(bare)).to.deep.equal((await calls(customer, UNKNOWN)).map(bare));
      expect(errorOf(foreign[0] ?? expect.fail()).code).to.equal('NOT_FOUND');
      const kept = await subjects.one(owner, 'GET', id);
      expect(kept.body).to.not.include({ name: 'mine' });
    });
  });
}
