import { uploadWorkflow } from '../../domain/uploads/create-upload.js';
import type { CreatedUploadBody } from '../../domain/contract/upload.js';
import { createId } from '../../domain/contract/ids.js';
import { blackPng } from '../media/inspection/made.js';
import { buildCustomer } from '../support/accounts.js';
import type { ApiClient } from '../support/client.js';
import type { TestApi } from '../support/platform.js';
import { cancelInTemporal, eventsOf, closingOf, typesOf } from '../support/recorder.js';
import { until } from '../support/until.js';
import { startWorkers, type WorkerOptions } from '../support/workers.js';
import type { Recorder, Recorders } from './shapes.js';

// The recorded runs of finaliseUpload.

const PICTURE = blackPng(64);
const NO_PICTURE = Buffer.from('<html>');

const closed = (api: TestApi, { id }: { id: string }) => closingOf(api.deps, id);

const accepted = (api: TestApi, { id }: { id: string }, questions: number) =>
  until(`${questions} updates are accepted`, async () => {
    const types = typesOf(await eventsOf(api.deps.temporal.client, id));
    const taken = types.filter((type) => type === 'WORKFLOW_EXECUTION_UPDATE_ACCEPTED');
    return taken.length >= questions;
  });

async function put({ upload_url: url }: CreatedUploadBody, file: Buffer): Promise<void> {
  const headers = { 'Content-Type': 'image/png' };
  await fetch(url ?? '', { method: 'PUT', headers, body: new Uint8Array(file) });
}

/**
 * Records a signed upload from its URL until it has ended.
 * @param ask sends the client's requests while the run is open
 */
async function signed(
  api: TestApi,
  ask: (upload: CreatedUploadBody, client: ApiClient) => Promise<unknown>,
  options: WorkerOptions = {},
): Promise<CreatedUploadBody> {
  const workers = await startWorkers(api.deps, options);
  const { client } = await buildCustomer(api.deps.db, api.url);
  const body = { content_type: 'image/png' };
  const upload = (await client.call<CreatedUploadBody>('POST', '/v1/uploads', { body })).body;
  await ask(upload, client);
  await closed(api, upload);
  await workers.stop();
  return upload;
}

/** A client PUTs each of these files, and reads the upload after each PUT. */
const asked =
  (...files: Buffer[]): Recorder =>
  (api) =>
    signed(api, async (upload, client) => {
      for (const file of files) {
        await put(upload, file);
        await client.get(`/v1/uploads/${upload.id}`);
      }
    });

/**
 * Two reads share a check, which refuses the first file. The second read then starts a new check.
 */
const joined: Recorder = (api) => {
  const { options, begun, letGo } = holdFirstCheck(api);
  const ask = async (upload: CreatedUploadBody, client: ApiClient) => {
    await put(upload, NO_PICTURE);
    const first = client.call('GET', `/v1/uploads/${upload.id}`);
    await begun();
    await put(upload, PICTURE);
    const second = client.call('GET', `/v1/uploads/${upload.id}`);
    await accepted(api, upload, 2);
    letGo();
    await Promise.all([first, second]);
  };
  return signed(api, ask, options);
};

/** An operator ends the run in the Temporal UI during a check that a request started. */
const cancelledInCheck: Recorder = (api) => {
  const { options, begun, letGo } = holdFirstCheck(api);
  const ask = async (upload: CreatedUploadBody, client: ApiClient) => {
    await put(upload, PICTURE);
    const question = client.call('GET', `/v1/uploads/${upload.id}`);
    await begun();
    await cancelInTemporal(api, upload);
    await closed(api, upload);
    letGo();
    await question;
  };
  return signed(api, ask, options);
};

/** Delays the first file check of the workers until the test releases it. */
function holdFirstCheck({ deps: { fileCheck } }: TestApi) {
  const held = Promise.withResolvers<void>();
  let checks = 0;
  const object: typeof fileCheck.object = async (...args) => {
    checks += 1;
    if (checks === 1) await held.promise;
    return fileCheck.object(...args);
  };
  return {
    options: { mediaDeps: { fileCheck: { ...fileCheck, object } } },
    begun: () => until('the first check has begun', async () => checks > 0),
    letGo: () => held.resolve(),
  };
}

/** An operator ends the run in the Temporal UI before the client has sent a file. */
const operatorCancelled: Recorder = async (api) => {
  const workers = await startWorkers(api.deps);
  const { client } = await buildCustomer(api.deps.db, api.url);
  const body = { content_type: 'image/png' };
  const upload = (await client.call<CreatedUploadBody>('POST', '/v1/uploads', { body })).body;
  await until('the run waits for a file', async () =>
    typesOf(await eventsOf(api.deps.temporal.client, upload.id)).includes('TIMER_STARTED'),
  );
  await cancelInTemporal(api, upload);
  // A terminated run has no result.
  await closed(api, upload).catch(() => undefined);
  await workers.stop();
  return upload;
};

/**
 * An upload that never gets a file. Its URL expires after one second, to keep the recording short.
 */
const dropped: Recorder = async (api) => {
  const workers = await startWorkers(api.deps);
  const id = createId('upl');
  const uploadExpiresAt = new Date(Date.now() - 59_000);
  await api.deps.temporal.startWorkflow(
    uploadWorkflow({ id, accountId: 'acc_recorded', uploadExpiresAt }),
  );
  await closed(api, { id });
  await workers.stop();
  return { id };
};

export const UPLOAD_RECORDERS: Recorders = {
  'upload-finalised': asked(PICTURE),
  'upload-refused': asked(NO_PICTURE, PICTURE),
  'upload-joined': joined,
  'upload-dropped': dropped,
  'upload-operator-cancelled': operatorCancelled,
  'upload-cancelled-in-check': cancelledInCheck,
};
