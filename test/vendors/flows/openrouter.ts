import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import sharp from 'sharp';
import { buildRouterOrder } from '../../../adapters/providers/openrouter/inputs.js';
import { KEY, startOpenRouterFake } from '@media-platform/stand-ins/providers/openrouter/fake.js';
import { FRAME, SEEDANCE, videoJob } from '../../providers/openrouter/jobs.js';
import { dataUrl } from '../../support/data-url.js';
import { failureOf } from '../../support/failure.js';
import type { VendorFlow } from '../flow.js';
import { loopbackFetch } from '../loopback-fetch.js';
import { createOpenRouter } from '../openrouter-sdk.js';

export const OPENROUTER_FLOWS: readonly VendorFlow[] = [
  {
    client: '@openrouter/sdk',
    does: "lists the models, orders a clip with our adapter's JSON, and downloads it",
    async run() {
      const fake = await startOpenRouterFake();
      try {
        const { videoGeneration: videos } = createOpenRouter(
          { apiKey: KEY, serverURL: fake.url },
          loopbackFetch((url) => url),
        );
        const { data: models } = await videos.listVideosModels();
        expect(models.map(({ id }) => id)).to.include(SEEDANCE);

        const url = dataUrl(await sharp(FRAME.bytes).jpeg().toBuffer(), 'image/jpeg');
        const job = videoJob(SEEDANCE);
        const request = {
          model: SEEDANCE,
          prompt: job.fullPrompt,
          duration: job.seconds,
          resolution: '720p',
          aspectRatio: '9:16',
          generateAudio: job.audio,
          seed: job.seed,
          frameImages: [{ type: 'image_url', imageUrl: { url }, frameType: 'first_frame' }],
        };
        const { id: jobId } = await videos.generate({ videoGenerationRequest: request });
        expect(fake.inputs()).to.deep.equal([buildRouterOrder(job).body(url)]);

        const states: unknown[] = [];
        while (states.at(-1) !== 'completed' && states.length < 5) {
          states.push((await videos.getGeneration({ jobId })).status);
        }
        expect(states).to.deep.equal(['pending', 'in_progress', 'completed']);
        const clip = await buffer(await videos.getVideoContent({ jobId, index: 0 }));
        expect(clip.toString('latin1', 4, 8)).to.equal('ftyp');

        const wrong = { model: SEEDANCE, prompt: 'a kite', duration: 99 };
        const failure = await failureOf(videos.generate({ videoGenerationRequest: wrong }));
        expect(failure.message).to.include('duration 99 is not supported');
        expect(fake.violations(), 'protocol violations').to.deep.equal([]);
      } finally {
        await fake.stop();
      }
    },
  },
];
