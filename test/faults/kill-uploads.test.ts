import { expect } from 'chai';
import { sweepUploads } from '../../domain/uploads/sweep-uploads.js';
import type { CreatedUploadBody, UploadBody } from '../../domain/contract/upload.js';
import { Upload } from '../../entities/upload.js';
import { UPLOAD_CHECKPOINTS, type UploadCheckpoint } from '../../domain/ports/checkpoint.js';
import { blackPng } from '../media/inspection/made.js';
import type { Answer } from '../support/client.js';
import { PlatformProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { buildCustomer, type Customer } from './audit.js';
import { startPlatform, type Platform } from './platform.js';

const ALL_MS = 240_000;
const FINISH_MS = 120_000;
const png = blackPng(64);

/** An upload whose check was running when the only media worker was killed. */
interface Victim {
  readonly customer: Customer;
  readonly id: string;
  readonly signal: NodeJS.Signals | null;
  /** The read that started the check. Its response came late or not at all. */
  readonly asked: Promise<Answer<UploadBody> | null>;
}

/**
 * Each worker is killed at its checkpoint while no other worker runs. Only the worker that starts after the last kill
 * survives, so the test waits only once for the 15 s in which Temporal notices a lost worker.
 */
describe('kill -9 of the media worker while it checks an upload', function () {
  this.timeout(ALL_MS);
  let platform: Platform;
  let successor: PlatformProcess | null = null;
  const victims = new Map<UploadCheckpoint, Victim>();
  let swept = { uploads: 0, objects: 0 };

  before(async () => {
    platform = await startPlatform(['api', 'orchestrator']);
    for (const point of UPLOAD_CHECKPOINTS) victims.set(point, await kill(point));
    successor = await PlatformProcess.start('media', platform.servers.env());
    await Promise.all([...victims.values()].map(finish));
    swept = await sweepUploads(platform.deps, 0);
  });
  after(async () => {
    await successor?.stop();
    await platform?.stop();
  });

  const startMedia = (crashAt: UploadCheckpoint) =>
    PlatformProcess.start('media', platform.servers.env({ CRASH_AT: crashAt }));
  const read = ({ client }: Customer, id: string) => client.get<UploadBody>(`/v1/uploads/${id}`);

  /** PUTs a file and reads the upload as its owner. The worker is killed at the checkpoint. */
  async function kill(point: UploadCheckpoint): Promise<Victim> {
    const worker = await startMedia(point);
    const customer = await buildCustomer(platform.deps, platform.url);
    const created = await customer.client.call<CreatedUploadBody>('POST', '/v1/uploads', {
      body: { content_type: 'image/png' },
    });
    const { id, upload_url: address = '', upload_headers: headers } = created.body;
    const put = await fetch(address, { method: 'PUT', headers, body: new Uint8Array(png) });
    expect(put.status, await put.text()).to.equal(200);
    const asked = read(customer, id).catch(() => null);
    const { signal } = await worker.ended;
    return { customer, id, signal, asked };
  }

  /** Reads the upload as its owner until the upload is ready. */
  function finish({ customer, id }: Victim): Promise<boolean> {
    return until(
      `${id} is ready`,
      async () => {
        const answer = await read(customer, id);
        expect(answer.status, answer.text).to.be.oneOf([200, 503]);
        return answer.status === 200;
      },
      FINISH_MS,
    );
  }

  const keys = async (prefix: string) =>
    (await platform.deps.store.list(prefix, '', 100)).map(({ key }) => key);

  for (const point of UPLOAD_CHECKPOINTS) {
    it(`leaves the file ready, counted once, and stored as one object, at ${point}`, async () => {
      const victim = victims.get(point);
      if (!victim) throw new Error('made by the before hook');
      const { customer, id, signal, asked } = victim;
      expect(signal, 'signal that ended the worker').to.equal('SIGKILL');
      expect((await asked)?.status ?? null).to.be.oneOf([null, 200, 503]);
      const row = await platform.deps.db.manager.findOneByOrFail(Upload, { id });
      expect(row).to.include({ status: 'ready', size: png.length, contentType: 'image/png' });
      const counted: unknown[] = await platform.deps.db.query(
        'SELECT files, bytes::int FROM daily_usage WHERE account_id = $1',
        [customer.accountId],
      );
      expect(counted).to.deep.equal([{ files: 1, bytes: png.length }]);
      expect(await keys(`uploads/${id}/`)).to.deep.equal([row.objectKey]);
      expect(await keys(`staging/${id}/`)).to.deep.equal([]);
      const { body } = await read(customer, id);
      const served = await fetch(platform.url + new URL(body.url ?? '').pathname);
      expect(Buffer.from(await served.arrayBuffer()).equals(png), 'the served bytes').to.equal(
        true,
      );
    });
  }

  it('leaves one unreferenced object each time, which the sweep deletes', async () => {
    expect(swept.objects).to.be.at.least(UPLOAD_CHECKPOINTS.length);
    expect(await keys('staging/')).to.deep.equal([]);
    expect(await keys('uploads/')).to.have.length(UPLOAD_CHECKPOINTS.length);
  });
});
