import { createFalClient, ValidationError } from '@fal-ai/client';
import { expect } from 'chai';
import { failureOf } from '../../support/failure.js';
import { pictureOf } from '../../providers/jobs.js';
import {
  FAL_KEY,
  startFalFake,
  type FalFake,
} from '@media-platform/stand-ins/providers/fal/fake.js';
import type { VendorFlow } from '../flow.js';
import { loopbackFetch } from '../loopback-fetch.js';

const EDIT = 'fal-ai/nano-banana-2/edit';

type Fal = ReturnType<typeof createFalClient>;

/** Runs fal's client with a fake, which must have accepted every request except `refused`. */
async function withFal(
  work: (fal: Fal, fake: FalFake) => Promise<void>,
  refused: readonly RegExp[] = [],
): Promise<void> {
  const fake = await startFalFake({ checksPolicy: false });
  try {
    const fetch = loopbackFetch((url) =>
      url.replace(/^https:\/\/(queue|rest)\.fal\.(run|ai)/, fake.url),
    );
    await work(createFalClient({ credentials: FAL_KEY, fetch }), fake);
    const left = fake.violations().filter((words) => !refused.some((known) => known.test(words)));
    expect(left, 'protocol violations').to.deep.equal([]);
  } finally {
    await fake.stop();
  }
}

/** Uploads the picture of an edit, and builds the input of the edit. */
async function editInput(fal: Fal) {
  const { bytes } = await pictureOf('#123456');
  const picture = new Blob([new Uint8Array(bytes)], { type: 'image/webp' });
  return { prompt: 'make it blue', image_urls: [await fal.storage.upload(picture)] };
}

export const FAL_FLOWS: readonly VendorFlow[] = [
  {
    client: '@fal-ai/client',
    does: 'uploads a picture, orders an edit, polls with logs and reads the result',
    run: () =>
      withFal(async (fal, fake) => {
        const logs: string[] = [];
        const { data, requestId } = await fal.subscribe(EDIT, {
          input: await editInput(fal),
          logs: true,
          pollInterval: 1,
          onQueueUpdate: (update) => {
            if ('logs' in update) logs.push(...update.logs.map(({ message }) => message));
          },
        });
        expect(requestId).to.match(/^[\w-]{36}$/);
        const picture = await fetch(data.images[0]?.url ?? '');
        expect(picture.headers.get('content-type')).to.equal('image/webp');
        expect(logs).to.include('step 1 of 8');
        expect(fake.accepted()).to.equal(1);
        expect(fake.uploads()).to.have.lengthOf(1);
      }),
  },
  {
    client: '@fal-ai/client',
    does: "streams an order's status",
    run: () =>
      withFal(async (fal) => {
        const states: string[] = [];
        await fal.subscribe(EDIT, {
          input: await editInput(fal),
          mode: 'streaming',
          connectionMode: 'server',
          onQueueUpdate: ({ status }) => states.push(status),
        });
        const order = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'];
        expect([...new Set(states)]).to.deep.equal(order);
      }),
  },
  {
    client: '@fal-ai/client',
    does: 'cancels an order, and reads the refusal of an invalid one',
    run: () =>
      withFal(
        async (fal, fake) => {
          const { request_id: requestId } = await fal.queue.submit(EDIT, {
            input: await editInput(fal),
          });
          await fal.queue.cancel(EDIT, { requestId });
          expect(fake.cancelled()).to.equal(1);
          const input = { ...(await editInput(fal)), num_images: 9 };
          const failure = await failureOf(fal.queue.submit(EDIT, { input }));
          expect(failure).to.be.instanceOf(ValidationError);
        },
        [/num_images must be one of/],
      ),
  },
];
