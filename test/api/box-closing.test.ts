import { expect } from 'chai';
import { revokeKey } from '../../domain/accounts/mark-key-revoked.js';
import { OPEN_BOXES_MAX } from '../../domain/catalogue/upload-limits.js';
import type { UploadBody } from '../../domain/contract/upload.js';
import type { UploadBoxBody } from '../../domain/contract/upload-box.js';
import { sweepUploads } from '../../domain/uploads/sweep-uploads.js';
import { blackPng } from '../media/inspection/made.js';
import type { Answer } from '../support/client.js';
import { dataUrl } from '../support/data-url.js';
import { Browser, signedIn } from '../support/person.js';
import type { Customer } from './suite.js';
import { errorOf, uploadSuite } from './uploads-rig.js';

interface Place {
  readonly id: string;
  readonly upload_url: string;
  readonly upload_headers: Record<string, string>;
}

const HOUR_MS = 3_600_000;
const png = blackPng(64);
const DECLARED = { name: 'photo.png', type: 'image/png', size: png.length };

describe('closing an upload box', () => {
  const suite = uploadSuite();
  const visitor = () => new Browser(suite.api.url);
  const begin = (box: string) =>
    visitor().call<Place>('POST', `/box/${box}/files`, { body: DECLARED });
  const check = (box: string, id: string) =>
    visitor().call<object>('POST', `/box/${box}/files/${id}`);
  const close = ({ client }: Customer, id: string, idem?: string) =>
    client.call<object>('DELETE', `/v1/upload-boxes/${id}`, idem === undefined ? {} : { idem });
  const put = async ({ upload_url, upload_headers }: Place) => {
    const headers = { 'Content-Type': upload_headers['Content-Type'] ?? '' };
    const body = new Uint8Array(png);
    expect((await fetch(upload_url, { method: 'PUT', headers, body })).status).to.equal(200);
  };
  const open = async ({ client }: Customer) =>
    (await client.get<{ data: UploadBoxBody[] }>('/v1/upload-boxes')).body.data;
  const listed = async ({ client }: Customer, id: string) => {
    const answer = await client.get<{ data: UploadBody[] }>(`/v1/uploads?box_id=${id}`);
    expect(answer.status, answer.text).to.equal(200);
    return idsOf(answer.body.data);
  };
  const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

  it('keeps and lists received files until they expire, and prevents new ones', async () => {
    const customer = await suite.customer();
    const box = await suite.box(customer);
    const { body: place } = await begin(box.id);
    await put(place);
    expect((await check(box.id, place.id)).status).to.equal(200);
    const closed = await close(customer, box.id);
    expect(closed.body).to.deep.equal({ id: box.id, object: 'upload_box', deleted: true });
    const kept = await suite.read(customer, place.id);
    expect(kept.body).to.include({ status: 'ready', box_id: box.id });
    expect((await suite.served(kept.body.url)).status).to.equal(200);
    const again: Answer<object>[] = [
      await close(customer, box.id),
      await customer.client.get(`/v1/upload-boxes/${box.id}`),
      await visitor().get(`/box/${box.id}/state`),
      await begin(box.id),
      await check(box.id, place.id),
    ];
    expect(again.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404, 404]);
    expect(await listed(customer, box.id)).to.deep.equal([place.id]);
  });

  it('keeps files in the list after the box expires, until each file expires', async () => {
    const [customer, stranger] = [await suite.customer(), await suite.customer()];
    const { id: box_id } = await suite.box(customer);
    const files: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { body } = await suite.create(customer, { data: dataUrl(png), box_id });
      files.push(body.id);
    }
    await suite.db.query('UPDATE upload_box SET expires_at = now() WHERE id = $1', [box_id]);
    expect(await listed(customer, box_id)).to.deep.equal(files);
    // Maintenance deletes the row of the box and keeps the files.
    await suite.db.query('DELETE FROM upload_box WHERE id = $1', [box_id]);
    expect(await listed(customer, box_id)).to.deep.equal(files);
    const foreign = await stranger.client.get(`/v1/uploads?box_id=${box_id}`);
    expect(foreign.status, foreign.text).to.equal(404);
    await suite.db.query('UPDATE upload SET expires_at = now() WHERE id = $1', [files[0]]);
    expect(await listed(customer, box_id)).to.deep.equal(files.slice(1));
  });

  it('rejects an unfinished file and deletes its bytes from the store', async () => {
    const customer = await suite.customer();
    const { id } = await suite.box(customer);
    const [begun, sent] = [(await begin(id)).body, (await begin(id)).body];
    await put(sent);
    expect(await suite.keys(`staging/${sent.id}/`)).to.have.length(1);
    await close(customer, id);
    expect(await suite.keys(`staging/${sent.id}/`), 'staged bytes of the sent file').to.deep.equal(
      [],
    );
    await put(begun);
    for (const place of [begun, sent]) {
      const checked = await check(id, place.id);
      expect(checked.status, checked.text).to.equal(404);
      expect(errorOf(checked).message).to.match(
        /^There is no open upload box at this address\. Ask/,
      );
      expect((await suite.read(customer, place.id)).status, 'status of the upload').to.equal(404);
    }
    expect(await suite.keys(`uploads/${begun.id}/`)).to.deep.equal([]);
    // The upload URL stays valid for minutes, so a file can arrive after its row is deleted.
    await sweepUploads(suite.api.deps, -HOUR_MS);
    expect(
      await suite.keys(`staging/${begun.id}/`),
      'staged bytes that arrived later',
    ).to.deep.equal([]);
    const rows = 'SELECT id FROM upload WHERE account_id = $1';
    expect(await suite.db.query(rows, [customer.accountId])).to.deep.equal([]);
  });

  it('either keeps or rejects a file that is uploaded and checked while the box closes', async () => {
    const customer = await suite.customer({ raised: { requests_per_minute: 5_000 } });
    const { id } = await suite.box(customer);
    const places = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { body } = await begin(id);
        await put(body);
        return body;
      }),
    );
    const [closed, checks, begins] = await Promise.all([
      close(customer, id),
      Promise.all(places.map((place) => check(id, place.id))),
      Promise.all(Array.from({ length: 12 }, () => begin(id))),
    ]);
    expect(closed.status, closed.text).to.equal(200);
    const ready = places.filter((_, at) => checks[at]?.status === 200);
    expect(
      checks.map(({ status }) => status).filter((one) => ![200, 400, 404].includes(one)),
    ).to.deep.equal([]);
    expect(
      begins.map(({ status }) => status).filter((one) => ![201, 404].includes(one)),
    ).to.deep.equal([]);
    const left: { id: string; status: string }[] = await suite.db.query(
      'SELECT id, status FROM upload WHERE account_id = $1',
      [customer.accountId],
    );
    expect(
      left.filter(({ status }) => status !== 'ready'),
      'half way',
    ).to.deep.equal([]);
    expect(idsOf(left)).to.include.members(idsOf(ready));
  });

  it('is possible only for the account of the box, and takes effect once if repeated', async () => {
    const [customer, stranger] = [await suite.customer(), await suite.customer()];
    const { id } = await suite.box(customer);
    const foreign = await close(stranger, id);
    expect(foreign.status).to.equal(404);
    expect(errorOf(foreign).message).to.include(`There is no upload box \`${id}\``);
    const answers = await Promise.all([1, 2, 3].map(() => close(customer, id, 'same')));
    answers.push(await close(customer, id, 'same'));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).to.equal(1);
    expect(answers[0]?.status).to.equal(200);
  });

  it('works in the dashboard for boxes opened through the API, and vice versa', async () => {
    const customer = await suite.customer();
    const person = await signedIn(suite.db, suite.api.url, customer);
    const { id } = await suite.box(customer);
    const mine = await person.call<UploadBoxBody>('POST', '/app/api/upload-boxes', { body: {} });
    expect(mine.status, mine.text).to.equal(201);
    expect(idsOf(await open(customer))).to.deep.equal([mine.body.id, id]);
    expect((await person.call('DELETE', `/app/api/upload-boxes/${id}`)).status).to.equal(200);
    expect((await close(customer, mine.body.id)).status).to.equal(200);
    expect(await open(customer)).to.deep.equal([]);
  });

  it('leaves only open boxes in the list, and the list requires the scope to add files', async () => {
    const [customer, stranger] = [await suite.customer(), await suite.customer()];
    const [expired, closed, kept] = [
      await suite.box(customer),
      await suite.box(customer),
      await suite.box(customer, { purpose: 'Your dog', accept: ['image'] }),
    ];
    await suite.box(stranger);
    const other = await suite.key(customer.accountId);
    const client = suite.client(other.apiKey);
    await suite.box({ ...customer, client });
    await suite.db.query('UPDATE upload_box SET expires_at = now() WHERE id = $1', [expired.id]);
    await suite.db.transaction((tx) => revokeKey(tx, other.keyId));
    await close(customer, closed.id);
    expect(await open(customer)).to.deep.equal([kept]);
    const { apiKey } = await suite.key(customer.accountId, { scopes: ['read'] });
    const reader = await suite.client(apiKey).get<object>('/v1/upload-boxes');
    expect(reader.status).to.equal(403);
  });

  it('frees a slot for another box', async () => {
    const customer = await suite.customer({ raised: { requests_per_minute: 5_000 } });
    const other = await suite.key(customer.accountId);
    const boxes: UploadBoxBody[] = [];
    for (let at = 0; at < OPEN_BOXES_MAX - 1; at += 1) boxes.push(await suite.box(customer));
    await suite.box({ ...customer, client: suite.client(other.apiKey) });
    const next = () => customer.client.call<UploadBody>('POST', '/v1/upload-boxes', { body: {} });
    expect((await next()).status).to.equal(403);
    await close(customer, boxes[0]?.id ?? '');
    expect((await next()).status).to.equal(201);
    expect((await next()).status).to.equal(403);
    await suite.db.transaction((tx) => revokeKey(tx, other.keyId));
    expect((await next()).status, 'a box is closed when its key is revoked').to.equal(201);
  });
});
