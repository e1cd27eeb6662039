import { expect } from 'chai';
import pMap from 'p-map';
import type { VideoModel } from '../../domain/catalogue/video-model.js';
import { VIDEO_MODELS } from '../../domain/catalogue/video-models.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import type { ModelsBody } from '../../domain/contract/model.js';
import type { QuoteBody } from '../../domain/contract/quote.js';
import { apiSuite, type Customer } from './suite.js';

/** The results for one model, printed as a table at the end. */
interface Line {
  readonly model: string;
  combinations: number;
  charged: number;
  refused: number;
}

const FRAME = 'upl_0123456789abcdef0123456789abcdef';
/** Price of a first frame: one image of the API, in credits. */
const FRAME_CREDITS = 2;
const CONCURRENT = 8;

interface Options {
  readonly duration?: string;
  readonly resolution: string;
  readonly aspect_ratio: string;
  readonly audio: boolean;
  readonly motion_video_seconds?: number;
}

/** Lists every offered combination of a model. */
function combinations(model: VideoModel): Options[] {
  const lengths = model.requiresMotionVideo
    ? Array.from({ length: 30 }, (_, index) => ({ motion_video_seconds: index + 1 }))
    : model.durations.map((duration) => ({ duration }));
  return lengths.flatMap((length) =>
    model.resolutions.flatMap((resolution) =>
      model.aspectRatios.flatMap((ratio) =>
        [true, false].map((audio) => ({ ...length, resolution, aspect_ratio: ratio, audio })),
      ),
    ),
  );
}

/** Runs a task for each item, a few of them concurrently. */
const each = <T>(items: readonly T[], work: (item: T) => Promise<void>) =>
  pMap(items, work, { concurrency: CONCURRENT });

describe('the eleven video models', () => {
  const suite = apiSuite();
  const table: Line[] = VIDEO_MODELS.map(({ id }) => ({
    model: id,
    combinations: 0,
    charged: 0,
    refused: 0,
  }));
  const line = (model: VideoModel) => table[VIDEO_MODELS.indexOf(model)] as Line;
  let customer: Customer;
  let grids: ModelsBody['video'];
  before(async () => {
    const raised = { requests_per_minute: 1_000_000, concurrent_jobs: 1_000_000 };
    customer = await suite.customer({ credits: 100_000_000, raised });
    grids = (await customer.client.get<ModelsBody>('/v1/models')).body.video;
  });
  after(() => console.table(table));

  const quote = (body: object) =>
    customer.client.call<QuoteBody>('POST', '/v1/quote', { body: { type: 'video', ...body } });
  const priceOf = (model: VideoModel, options: Options) => {
    const seconds = options.motion_video_seconds ?? options.duration;
    return grids.find(({ id }) => id === model.id)?.credits[`${options.resolution}/${seconds}s`];
  };

  for (const model of VIDEO_MODELS) {
    it(`charge the price in the grid for every offered combination: ${model.id}`, async () => {
      await each(combinations(model), async (options) => {
        const answer = await quote({ model: model.id, prompt: 'a fox', ...options });
        expect(answer.status, answer.text).to.equal(200);
        const cell = priceOf(model, options);
        expect(cell, JSON.stringify(options)).to.be.a('number');
        expect(answer.body.credits).to.equal((cell ?? 0) + FRAME_CREDITS);
        expect(answer.body.app_credits).to.equal(answer.body.credits / 2);
        line(model).combinations += 1;
      });
    });

    if (!model.requiresMotionVideo) {
      it(`cost the same in a quote and in the charge at every length and resolution: ${model.id}`, async () => {
        const [ratio = ''] = model.aspectRatios;
        const cells = combinations(model).filter(
          (options) => options.aspect_ratio === ratio && options.audio,
        );
        await each(cells, async (options) => {
          const body = { model: model.id, prompt: 'a fox', ...options };
          const created = await customer.client.video(body);
          expect(created.status, created.text).to.equal(202);
          expect(created.body.credits).to.equal((await quote(body)).body.credits);
          line(model).charged += 1;
        });
      });
    }

    it(`reject options that they do not offer, and list the offered options: ${model.id}`, async () => {
      const wrong = [
        ['resolution', '333p', model.resolutions],
        ['aspect_ratio', '7:5', model.aspectRatios],
        ...(model.requiresMotionVideo ? [] : ([['duration', '99', model.durations]] as const)),
      ] as const;
      for (const [field, value, offered] of wrong) {
        const body = { model: model.id, start_frame: FRAME, [field]: value };
        const answer = await quote(body);
        const { error } = answer.body as unknown as ErrorBody;
        expect([answer.status, error.code], answer.text).to.deep.equal([400, 'VALIDATION_ERROR']);
        expect(answer.text).to.include(`body.${field}`).and.include(offered.join(', '));
        line(model).refused += 1;
      }
    });

    it(`reject a prompt that is too long, and name the limit: ${model.id}`, async () => {
      const answer = await quote({ model: model.id, prompt: 'x'.repeat(model.promptMax + 1) });
      expect(answer.status).to.equal(400);
      expect(answer.text).to.include(String(model.promptMax));
      line(model).refused += 1;
    });
  }
});
