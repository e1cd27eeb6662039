import { expect } from 'chai';
import { deleteAccount } from '../../domain/operator/delete-account.js';
import { revokeKey } from '../../domain/accounts/mark-key-revoked.js';
import { resumeAccount, suspendAccount } from '../../domain/accounts/suspend-account.js';
import {
  BOX_BYTES_MAX,
  BOX_FILES_MAX,
  OPEN_BOXES_MAX,
} from '../../domain/catalogue/upload-limits.js';
import { createBoxId } from '../../domain/contract/ids.js';
import type { UploadBoxBody } from '../../domain/contract/upload-box.js';
import { sweepUploads } from '../../domain/uploads/sweep-uploads.js';
import { blackPng } from '../media/inspection/made.js';
import { fixture } from '../media/inspection/samples.js';
import { dataUrl } from '../support/data-url.js';
import type { Answer } from '../support/client.js';
import { signedIn } from '../support/person.js';
import type { Customer } from './suite.js';
import { errorOf, pathsOf, uploadSuite } from './uploads-rig.js';

const HOURS_MS = 3_600_000;
const png = blackPng(64);
const tone = dataUrl(fixture('tone.mp3'), 'audio/mpeg');

describe('upload boxes', () => {
  const suite = uploadSuite({ workers: null });
  const open = ({ client }: Customer, body: unknown = {}) =>
    client.call<UploadBoxBody>('POST', '/v1/upload-boxes', { body });
  const read = ({ client }: Customer, id: string) =>
    client.get<UploadBoxBody>(`/v1/upload-boxes/${id}`);
  const expire = (id: string) =>
    suite.db.query('UPDATE upload_box SET expires_at = now() WHERE id = $1', [id]);

  /** Sets how many files and bytes a box has received. */
  async function fill(id: string, files: number, bytes: number): Promise<void> {
    const sql = 'UPDATE upload_box SET files = $2, bytes = $3 WHERE id = $1';
    await suite.db.query(sql, [id, files, bytes]);
  }

  it('have their own page and expire after a day', async () => {
    const customer = await suite.customer();
    const asked = { purpose: 'Three photos of your dog', accept: ['video', 'image'] };
    const box = await suite.box(customer, asked);
    expect(box).to.deep.equal({
      id: box.id,
      object: 'upload_box',
      url: `${suite.api.deps.env.publicUrl}/box/${box.id}`,
      purpose: 'Three photos of your dog',
      accept: ['image', 'video'],
      files_max: BOX_FILES_MAX,
      files_left: BOX_FILES_MAX,
      bytes_left: BOX_BYTES_MAX,
      created_at: box.created_at,
      expires_at: box.created_at + 24 * HOURS_MS,
    });
    expect(box.id).to.match(/^box_[0-9a-f]{24}$/);
    expect((await read(customer, box.id)).body).to.deep.equal(box);
    const plain = await suite.box(customer);
    expect(plain).to.deep.include({ purpose: null, accept: ['image', 'video', 'audio'] });
  });

  it('validate their purpose and accepted file kinds', async () => {
    const customer = await suite.customer();
    const cases: [object, string][] = [
      [{ purpose: '' }, 'body.purpose'],
      [{ purpose: '  ' }, 'body.purpose'],
      [{ purpose: 'x'.repeat(301) }, 'body.purpose'],
      [{ accept: [] }, 'body.accept'],
      [{ accept: ['image', 'image'] }, 'body.accept'],
      [{ accept: ['text'] }, 'body.accept.0'],
      [{ accept: 'image' }, 'body.accept'],
    ];
    for (const [body, path] of cases) {
      const answer = await open(customer, body);
      expect(answer.status, JSON.stringify(body)).to.equal(400);
      expect(pathsOf(answer), JSON.stringify(body)).to.deep.equal([path]);
    }
  });

  it('have their purpose moderated, because our page shows it', async () => {
    const customer = await suite.customer();
    const answer = await open(customer, { purpose: 'Photos of Forbidden  Fruit' });
    expect(answer.status, answer.text).to.equal(422);
    expect(errorOf(answer).code).to.equal('CONTENT_BLOCKED');
    expect(errorOf(answer).message).to.include('`purpose`').and.not.match(/fruit/i);
    const rows = 'SELECT id FROM upload_box WHERE account_id = $1';
    expect(await suite.db.query(rows, [customer.accountId])).to.deep.equal([]);
  });

  it('open once per Idempotency-Key, even under concurrent requests', async () => {
    const { client, accountId } = await suite.customer();
    const again = () => client.call('POST', '/v1/upload-boxes', { body: {}, idem: 'same' });
    const answers = await Promise.all([again(), again(), again(), again()]);
    expect(new Set([...answers, await again()].map(({ text }) => text)).size).to.equal(1);
    const rows = 'SELECT id FROM upload_box WHERE account_id = $1';
    expect(await suite.db.query(rows, [accountId])).to.have.length(1);
  });

  it('respond with the same refusal if their id is invented, expired or of another account', async () => {
    const [customer, stranger] = [await suite.customer(), await suite.customer()];
    const boxes = { foreign: (await suite.box(stranger)).id, expired: '', closed: '' };
    boxes.expired = (await suite.box(customer)).id;
    await expire(boxes.expired);
    const other = await suite.key(customer.accountId);
    const { client } = { client: suite.client(other.apiKey) };
    boxes.closed = (await open({ ...customer, client })).body.id;
    await suite.db.transaction((tx) => revokeKey(tx, other.keyId));
    const { url } = await suite.inline(customer, png);
    const uses: Record<string, (id: string) => Promise<Answer<unknown>>> = {
      signed: (box_id) => suite.create(customer, { content_type: 'image/png', box_id }),
      import: (box_id) => suite.create(customer, { url: suite.publish(png), box_id }),
      'a file of this service': (box_id) => suite.create(customer, { url, box_id }),
      inline: (box_id) => suite.create(customer, { data: dataUrl(png), box_id }),
      list: (id) => customer.client.get(`/v1/uploads?box_id=${id}`),
      read: (id) => read(customer, id),
      session: async (id) =>
        (await signedIn(suite.db, suite.api.url, customer)).get(`/app/api/upload-boxes/${id}`),
    };
    const counted = await suite.counted(customer);
    const visits = suite.site.visits.length;
    for (const [use, ask] of Object.entries(uses)) {
      const answers = new Set<string>();
      for (const id of [createBoxId(), ...Object.values(boxes)]) {
        const answer = await ask(id);
        expect(answer.status, `${use}: ${answer.text}`).to.equal(404);
        const { code, message } = errorOf(answer);
        answers.add(`${code} ${message.replaceAll(id, 'box')}`);
      }
      expect([...answers], use).to.have.length(1);
      expect([...answers][0], use).to.match(/there is no upload box `box`/i);
    }
    expect(suite.site.visits.length, 'fetched files').to.equal(visits);
    expect(await suite.counted(customer), 'counted files').to.deep.equal(counted);
  });

  it('open only up to the limit of the account under 60 concurrent requests', async () => {
    const customer = await suite.customer({ raised: { requests_per_minute: 5_000 } });
    const answers = await Promise.all(Array.from({ length: 60 }, () => open(customer)));
    const opened = answers.filter(({ status }) => status === 201);
    expect(opened).to.have.length(OPEN_BOXES_MAX);
    for (const answer of answers.filter((one) => !opened.includes(one))) {
      expect(answer.status, answer.text).to.equal(403);
      expect(answer.text).to.include('UPLOAD_BOX_LIMIT');
    }
    await expire(opened[0]?.body.id ?? '');
    expect((await open(customer)).status, 'after one box has closed').to.equal(201);
    expect((await open(await suite.customer())).status, 'for another account').to.equal(201);
  });

  it('enforce their file limit under concurrent uploads in all modes', async () => {
    const customer = await suite.customer({ raised: { requests_per_minute: 5_000 } });
    const { id: box_id } = await suite.box(customer);
    await fill(box_id, BOX_FILES_MAX - 5, 0);
    const { url } = await suite.inline(customer, png);
    const bodies = Array.from({ length: 12 }, (_, at) =>
      at % 2 ? { data: dataUrl(png) } : { content_type: 'image/png', size: 9 },
    );
    const answers = await Promise.all(
      [...bodies, { url }].map((body) => suite.create(customer, { ...body, box_id })),
    );
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).to.have.length(5);
    for (const answer of answers.filter((one) => !taken.includes(one))) {
      expect(answer.status, answer.text).to.equal(403);
      expect(answer.text).to.include('UPLOAD_BOX_FULL');
    }
    const listed = await customer.client.get<{ data: object[] }>(`/v1/uploads?box_id=${box_id}`);
    expect(listed.body.data).to.have.length(5);
    expect((await read(customer, box_id)).body.files_left).to.equal(0);
  });

  it('count declared bytes, actual bytes, or the maximum for the kind', async () => {
    const customer = await suite.customer();
    const { id: box_id } = await suite.box(customer);
    const left = async () => (await read(customer, box_id)).body.bytes_left;
    await suite.signed(customer, { size: 1_000, box_id });
    expect(await left()).to.equal(BOX_BYTES_MAX - 1_000);
    await suite.create(customer, { data: dataUrl(png), box_id });
    expect(await left()).to.equal(BOX_BYTES_MAX - 1_000 - png.length);
    await suite.signed(customer, { box_id });
    expect(await left()).to.equal(BOX_BYTES_MAX - 1_000 - png.length - 20_000_000);
    await fill(box_id, 0, BOX_BYTES_MAX - 999);
    const over = await suite.create(customer, { content_type: 'image/png', size: 1_000, box_id });
    expect(over.text).to.include('UPLOAD_BOX_FULL');
    const fits = await suite.create(customer, { content_type: 'image/png', size: 999, box_id });
    expect(fits.status, fits.text).to.equal(201);
    expect(await left()).to.equal(0);
  });

  it('accept only the kinds of file they are opened for, in every mode', async () => {
    const customer = await suite.customer();
    const { id: box_id } = await suite.box(customer, { accept: ['audio'] });
    const { url } = await suite.inline(customer, png);
    const cases: [object, string][] = [
      [{ content_type: 'image/png' }, 'body.content_type'],
      [{ data: dataUrl(png) }, 'body.data'],
      [{ url: suite.publish(png) }, 'body.url'],
      [{ url }, 'body.url'],
    ];
    for (const [body, path] of cases) {
      const answer = await suite.create(customer, { ...body, box_id });
      expect(answer.status, answer.text).to.equal(400);
      expect(pathsOf(answer)).to.deep.equal([path]);
      expect(errorOf(answer).message).to.include('an audio file is needed');
    }
    expect((await suite.create(customer, { data: tone, box_id })).status).to.equal(201);
  });

  it('count a file once when it is added to a box again', async () => {
    const customer = await suite.customer();
    const [first, second] = [await suite.box(customer), await suite.box(customer)];
    const { url } = await suite.inline(customer, png);
    const put = (box_id: string) => suite.create(customer, { url, box_id });
    for (const { id } of [first, first, second, second, first]) {
      expect((await put(id)).status).to.equal(201);
    }
    expect((await read(customer, first.id)).body.files_left).to.equal(BOX_FILES_MAX - 2);
    expect((await read(customer, second.id)).body.files_left).to.equal(BOX_FILES_MAX - 1);
  });

  it('are removed by maintenance after they expire, but their files are kept', async () => {
    const customer = await suite.customer();
    const [old, young] = [await suite.box(customer), await suite.box(customer)];
    const { body } = await suite.create(customer, { data: dataUrl(png), box_id: old.id });
    await expire(old.id);
    await sweepUploads(suite.api.deps);
    const rows = 'SELECT id FROM upload_box WHERE account_id = $1';
    expect(await suite.db.query(rows, [customer.accountId])).to.deep.equal([{ id: young.id }]);
    expect((await suite.read(customer, body.id)).body.box_id).to.equal(old.id);
  });

  it('are closed while their account is suspended', async () => {
    const customer = await suite.customer();
    const { id } = await suite.box(customer);
    const page = () => fetch(`${suite.api.url}/box/${id}/state`);
    expect((await page()).status).to.equal(200);
    await suspendAccount(suite.db.manager, customer.accountId);
    expect((await page()).status).to.equal(404);
    await resumeAccount(suite.db.manager, customer.accountId);
    expect((await page()).status).to.equal(200);
  });

  it('are deleted with their account', async () => {
    const customer = await suite.customer();
    const { id } = await suite.box(customer, { purpose: 'an unmistakable purpose' });
    await deleteAccount(suite.api.deps, customer.accountId);
    expect((await fetch(`${suite.api.url}/box/${id}`)).status).to.equal(404);
    const rows = 'SELECT 1 FROM upload_box WHERE account_id = $1';
    expect(await suite.db.query(rows, [customer.accountId])).to.deep.equal([]);
  });
});
