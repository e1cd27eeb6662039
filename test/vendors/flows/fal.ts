import { createFalClient, ValidationError } from '@fal-ai/client';
import { expect } from 'chai';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { failureOf } from '../../support/failure.js';
import { CLIP, pictureOf } from '../../providers/jobs.js';
import {
  FAL_KEY,
  startFalFake,
  type FalFake,
} from '@media-platform/stand-ins/providers/fal/fake.js';
import { SECONDS_PER_CHARACTER } from '@media-platform/stand-ins/providers/fal/results.js';
import { createFinishedWav } from '@media-platform/stand-ins/providers/openai/speech-sounds.js';
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

/** Fetches a result's file. */
async function readFile(url: string): Promise<Input> {
  const bytes = await (await fetch(url)).arrayBuffer();
  return new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
}

const secondsOf = async (url: string): Promise<number> => (await readFile(url)).computeDuration();

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
    does: 'orders speech of two models, and reads sound of the right length',
    run: () =>
      withFal(async (fal) => {
        const text = 'Hello, I am Grace.';
        const kokoro = await fal.subscribe('fal-ai/kokoro/american-english', {
          input: { prompt: text, voice: 'af_heart', speed: 0.5 },
          pollInterval: 1,
        });
        const minimax = await fal.subscribe('fal-ai/minimax/speech-02-hd', {
          input: {
            text,
            voice_setting: { voice_id: 'Calm_Woman', speed: 2 },
            output_format: 'url',
          },
          pollInterval: 1,
        });
        const seconds = text.length * SECONDS_PER_CHARACTER;
        expect(await secondsOf(kokoro.data.audio.url)).to.be.closeTo(seconds * 2, 0.1);
        expect(await secondsOf(minimax.data.audio.url)).to.be.closeTo(seconds / 2, 0.1);
      }),
  },
  {
    client: '@fal-ai/client',
    does: 'uploads a clip and a sound, and gets the clip with that sound and its own length',
    run: () =>
      withFal(async (fal) => {
        const upload = ({ bytes, contentType: type }: typeof CLIP) =>
          fal.storage.upload(new Blob([new Uint8Array(bytes)], { type }));
        const input = {
          video_url: await upload(CLIP),
          audio_url: await upload({ bytes: createFinishedWav(1), contentType: 'audio/wav' }),
          sync_mode: 'silence' as const,
        };
        const { data } = await fal.subscribe('fal-ai/sync-lipsync/v2', { input, pollInterval: 1 });
        const made = await readFile(data.video.url);
        const given = new Input({ formats: ALL_FORMATS, source: new BufferSource(CLIP.bytes) });
        const [pictures, sound] = [
          await made.getPrimaryVideoTrack(),
          await made.getPrimaryAudioTrack(),
        ];
        const own = await given.getPrimaryVideoTrack();
        expect(await pictures?.computeDuration()).to.be.closeTo(
          (await own?.computeDuration()) ?? 0,
          0.1,
        );
        expect(sound?.codec).to.equal('pcm-s16');
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
