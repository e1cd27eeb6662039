import { expect } from 'chai';
import sharp from 'sharp';
import { computeImageSize } from '../../domain/catalogue/image-model.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { Upload } from '../../entities/upload.js';
import { fixture, picture } from '../media/inspection/samples.js';
import { apiSuite, type Customer } from './suite.js';
import { dataUrl } from '../support/data-url.js';
import { uploadSuite } from './uploads-rig.js';

describe('the aspect ratio of an edited picture', () => {
  const suite = uploadSuite();
  let customer: Customer;
  before(async () => {
    const raised = { requests_per_minute: 100_000, concurrent_jobs: 1_000 };
    customer = await suite.customer({ plan: 'agency', credits: 100_000, raised });
  });

  const png = (width: number, height: number) => picture(width, height).png().toBuffer();

  async function accepted(body: object): Promise<GenerationBody> {
    const answer = await customer.client.image(body);
    expect(answer.status, answer.text).to.equal(202);
    return answer.body;
  }
  const edited = async (body: object) =>
    (await accepted({ prompt: 'at night', edit: true, ...body })).request.aspect_ratio;
  const SCENES: readonly [width: number, height: number, ratio: string][] = [
    [640, 360, '16:9'],
    [300, 300, '1:1'],
    [400, 500, '4:5'],
    [500, 330, '3:2'],
    [210, 90, '21:9'],
    [900, 100, '21:9'],
    [100, 900, '9:16'],
  ];
  for (const [width, height, ratio] of SCENES) {
    it(`is ${ratio} for a scene of ${width} by ${height} pixels`, async () => {
      const scene = dataUrl(await png(width, height));
      expect(await edited({ scene_image: scene })).to.equal(ratio);
      expect(await edited({ scene_image: scene, aspect_ratio: '5:4' })).to.equal('5:4');
    });
  }

  it("follows the scene, even if the scene is one of the account's outputs", async () => {
    const scene = dataUrl(await png(480, 320));
    const first = await accepted({ prompt: 'at night', edit: true, scene_image: scene });
    const done = await suite.finished(customer, first.id);
    expect(done.status, JSON.stringify(done.error)).to.equal('completed');
    const { width, height } = await sharp(
      await suite.servedBytes(done.result?.url ?? ''),
    ).metadata();
    expect({ width, height }).to.deep.equal(computeImageSize('3:2', '1K'));
    expect(await edited({ scene_image: done.result?.url })).to.equal('3:2');
  });

  it('follows the scene in every form: id, signed upload, https URL, service URL', async () => {
    const bytes = await png(320, 180);
    const upload = await suite.inline(customer, bytes);
    expect(await edited({ scene_image: upload.id })).to.equal('16:9');
    expect(await edited({ scene_image: upload.url })).to.equal('16:9');
    expect(await edited({ scene_image: suite.publish(bytes) })).to.equal('16:9');
    const signed = await suite.signed(customer);
    await suite.put(signed, bytes);
    expect(await edited({ scene_image: signed.id })).to.equal('16:9');
    const { width, height } = await suite.db.manager.findOneByOrFail(Upload, { id: signed.id });
    expect([width, height]).to.deep.equal([320, 180]);
  });

  it('is measured on use for an upload created before sizes were stored', async () => {
    const upload = await suite.inline(customer, await png(320, 180));
    await suite.db.query('UPDATE upload SET width = NULL, height = NULL WHERE id = $1', [
      upload.id,
    ]);
    expect(await edited({ scene_image: upload.id })).to.equal('16:9');
  });

  it('follows a rotated picture as it is displayed, and the upload stores the displayed size', async () => {
    const turned = await sharp(await png(200, 100))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const upload = await suite.inline(customer, turned, 'image/jpeg');
    const sound = await suite.inline(customer, fixture('tone.mp3'), 'audio/mpeg');
    const sizes = async ({ id }: { id: string }) => {
      const { width, height } = await suite.db.manager.findOneByOrFail(Upload, { id });
      return [width, height];
    };
    expect(await sizes(upload)).to.deep.equal([100, 200]);
    expect(await sizes(sound)).to.deep.equal([null, null]);
    expect(await edited({ scene_image: upload.id })).to.equal('9:16');
  });

  it('keeps its default if a scene is sent in a request that is not an edit', async () => {
    const { request } = await accepted({
      prompt: 'a fox',
      scene_image: dataUrl(await png(640, 360)),
    });
    expect(request.aspect_ratio).to.equal('9:16');
  });
});

describe('the aspect ratio of a clip', () => {
  const suite = apiSuite();

  const FILMED: readonly [model: string, size: [number, number], ratio: string][] = [
    ['seedance-2.0-mini', [600, 400], 'adaptive'],
    ['seedance-2.0-mini', [3_000, 30], '21:9'],
    ['kling-3.0', [600, 400], '16:9'],
    ['grok-imagine-1.5', [600, 400], '3:2'],
    ['veo-3', [400, 700], '9:16'],
    ['veo-3', [700, 400], '16:9'],
  ];
  for (const [model, [width, height], ratio] of FILMED) {
    it(`is ${ratio} with ${model} and a first frame of ${width} by ${height} pixels`, async () => {
      const { client } = await suite.customer({ credits: 10_000 });
      const start_frame = dataUrl(await picture(width, height).png().toBuffer());
      const kept = await client.video({ model, start_frame });
      expect(kept.status, kept.text).to.equal(202);
      expect(kept.body.request.aspect_ratio).to.equal(ratio);
      const asked = await client.video({ model, start_frame, aspect_ratio: '9:16' });
      expect(asked.body.request.aspect_ratio).to.equal('9:16');
    });
  }

  it("is the model's default without a first frame", async () => {
    const { client } = await suite.customer({ credits: 10_000 });
    const made = await client.video({ model: 'seedance-2.0-mini', prompt: 'a fox' });
    expect(made.body.request.aspect_ratio).to.equal('9:16');
  });
});
