import { expect } from 'chai';
import sharp from 'sharp';
import type { MediaPlatformImageOptions } from '../../../packages/client/src/ai-sdk/index.js';
import { apiSuite, type Customer } from '../../api/suite.js';
import { until } from '../../support/until.js';
import { failureOf } from '../installed.js';
import { aiSdkProject, listDescribed } from './ai-sdk-rig.js';

const FOX = 'a red fox in snow';

describe('images of the AI SDK provider', () => {
  const suite = apiSuite({ workers: {} });
  const project = aiSdkProject();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 100 });
  });

  const spent = async (): Promise<number> => {
    const { body } = await customer.client.get<{ credits: { total: number } }>('/v1/account');
    return 100 - body.credits.total;
  };
  const requestsOf = async (): Promise<Record<string, unknown>[]> => {
    const rows: { request: Record<string, unknown> }[] = await suite.db.query(
      'SELECT request FROM generation WHERE account_id = $1 ORDER BY id',
      [customer.accountId],
    );
    return rows.map(({ request }) => request);
  };

  it('have the requested size, seed, options and metadata', async () => {
    const { media, sent } = project.of(suite, customer);
    const options = { metadata: { order: '42' } } satisfies MediaPlatformImageOptions;
    const result = await project.ai.generateImage({
      model: media.imageModel('service-image'),
      prompt: FOX,
      n: 2,
      size: '1024x1536',
      seed: 7,
      providerOptions: { mediaPlatform: options },
    });
    for (const { uint8Array, mediaType } of result.images) {
      expect(mediaType).to.equal('image/webp');
      const { width, height } = await sharp(uint8Array).metadata();
      expect({ width, height }).to.deep.equal({ width: 848, height: 1264 });
    }
    const seeds = (await requestsOf()).map(({ seed }) => seed);
    expect(seeds).to.have.members([7, 8]);
    const described = listDescribed(result.providerMetadata, 'images');
    expect(described).to.have.length(2);
    const [first] = described;
    expect(first).to.include({ model: 'service-image', credits: 2, simulated: true, seed: 7 });
    const path = `/v1/generations/${first?.generationId}`;
    const { body } = await customer.client.get<{ metadata: object }>(path);
    expect(body.metadata).to.deep.equal(options.metadata);
    expect(result.responses[0]?.modelId).to.equal('service-image');
    const posts = sent.filter(({ method }) => method === 'POST');
    expect(posts).to.have.length(2);
    const [one, other] = posts.map(({ key }) => key).toSorted();
    expect(other, 'both keys are of one call').to.equal(`${one}-2`);
    expect(await spent()).to.equal(4);
  });

  it('are edited from a picture, with others as references', async () => {
    const { media } = project.of(suite, customer);
    const draw = (background: string) =>
      sharp({ create: { width: 640, height: 480, channels: 3, background } })
        .png()
        .toBuffer();
    const { image, warnings } = await project.ai.generateImage({
      model: media.imageModel(),
      prompt: { text: 'make it blue', images: [await draw('red'), await draw('green')] },
    });
    const { width, height } = await sharp(image.uint8Array).metadata();
    expect(width / height).to.be.closeTo(4 / 3, 0.02);
    expect(warnings).to.deep.equal([]);
    const [request] = await requestsOf();
    expect(request).to.include({ edit: true, has_scene_image: true, reference_images: 1 });
  });

  it('warn of unsupported options, and of differences from the request', async () => {
    const { media } = project.of(suite, customer);
    const red = { width: 64, height: 64, channels: 3, background: 'red' } as const;
    const png = await sharp({ create: red }).png().toBuffer();
    const { warnings } = await project.ai.generateImage({
      model: media.imageModel(),
      prompt: { text: 'make it blue simulate:fallback', images: [png], mask: png },
      size: '640x400',
    });
    expect(warnings.map(({ type }) => type)).to.deep.equal([
      'compatibility',
      'unsupported',
      'other',
    ]);
    expect(warnings[0]).to.include({ feature: 'size' });
    expect(warnings[1]).to.include({ feature: 'mask' });
    const exact = { prompt: FOX, size: '2048x2048' } as const;
    const square = await project.ai.generateImage({ model: media.imageModel(), ...exact });
    expect(square.warnings).to.deep.equal([]);
    expect((await sharp(square.image.uint8Array).metadata()).width).to.equal(2_048);
  });

  it('of an invalid call are refused with all problems, without a retry or a charge', async () => {
    const { media, sent } = project.of(suite, customer);
    const providerOptions = { mediaPlatform: { resolution: '8K', colour: 'red' } };
    const wish = { prompt: FOX, aspectRatio: '1:7', providerOptions } as const;
    const { APICallError } = project.ai;
    const error = await failureOf(project.ai.generateImage({ model: media.imageModel(), ...wish }));
    if (!APICallError.isInstance(error)) throw error;
    expect(error).to.include({ statusCode: 400, isRetryable: false });
    for (const field of ['body.aspect_ratio', 'body.resolution', 'body.colour']) {
      expect(error.message).to.include(field);
    }
    expect(error.url).to.equal(`${suite.api.url}/v1/images`);
    expect(error.requestBodyValues).to.include({ prompt: FOX, aspect_ratio: '1:7' });
    expect(error.data).to.include({ code: 'VALIDATION_ERROR' });
    expect(sent).to.have.length(1);
    const blocked = await failureOf(
      project.ai.generateImage({ model: media.imageModel(), prompt: 'forbidden fruit' }),
    );
    expect(blocked).to.include({ statusCode: 422, isRetryable: false });
    expect(await spent()).to.equal(0);
  });

  it('report the error code and the refund of a failed generation', async () => {
    const { media, sent } = project.of(suite, customer);
    const prompt = 'a fox simulate:content_blocked';
    const error = await failureOf(project.ai.generateImage({ model: media.imageModel(), prompt }));
    if (!project.ai.APICallError.isInstance(error)) throw error;
    expect(error.message).to.match(/^CONTENT_BLOCKED: .* gen_\w+, 2 credits refunded\.$/);
    expect(error.data).to.include({ code: 'CONTENT_BLOCKED', refundedCredits: 2 });
    expect(sent.filter(({ method }) => method === 'POST')).to.have.length(1);
    expect(await spent()).to.equal(0);
  });

  it('are returned if only other images of the call fail', async () => {
    customer = await suite.customer({ credits: 5 });
    const { media } = project.of(suite, customer);
    const { images, warnings } = await project.ai.generateImage({
      model: media.imageModel(),
      prompt: FOX,
      n: 3,
    });
    expect(images).to.have.length(2);
    expect(warnings).to.have.length(1);
    expect(JSON.stringify(warnings)).to.match(/of 3 has no result: .*credits/);
  });

  it('wait for Retry-After of a 429, or fail with it if that takes too long', async () => {
    const other = await suite.customer({ plan: 'free' });
    const { media, sent } = project.of(suite, other, { timeoutMs: 5_000 });
    const model = media.imageModel();
    const slow = { model, prompt: 'a fox simulate:slow=10', n: 2 };
    const abort = new AbortController();
    const first = failureOf(project.ai.generateImage({ ...slow, abortSignal: abort.signal }));
    await until('two jobs', async () => sent.filter(({ status }) => status === 202).length === 2);
    const error = await failureOf(project.ai.generateImage({ model, prompt: FOX }));
    if (!project.ai.APICallError.isInstance(error)) throw error;
    expect(error).to.include({ statusCode: 429, isRetryable: false });
    expect(error.responseHeaders).to.deep.equal({ 'retry-after': '15' });
    expect(sent.filter(({ status }) => status === 429)).to.have.length(1);
    abort.abort();
    expect(await first).to.equal(abort.signal.reason);
  });

  it('continue after an abort, and a call with the same key returns them', async () => {
    const { media } = project.of(suite, customer);
    const abort = new AbortController();
    const model = media.imageModel();
    const prompt = 'a fox simulate:slow=2';
    const idempotencyKey = 'order-4711';
    const call = (abortSignal?: AbortSignal) =>
      project.ai.generateImage({
        model,
        prompt,
        ...(abortSignal && { abortSignal }),
        providerOptions: { mediaPlatform: { idempotencyKey } },
      });
    const aborted = failureOf(call(abort.signal));
    await until('the image is accepted', async () => (await requestsOf()).length === 1);
    abort.abort();
    expect(await aborted).to.equal(abort.signal.reason);
    const { images } = await call();
    expect(images).to.have.length(1);
    expect(await spent()).to.equal(2);
  });

  it('are only available from the model `service-image`', async () => {
    const { media } = project.of(suite, customer);
    const { NoSuchModelError } = project.ai;
    for (const ask of [
      () => media.imageModel('dall-e-3'),
      () => media.languageModel('gpt-5'),
      () => media.embeddingModel('any'),
    ]) {
      expect(ask)
        .to.throw()
        .that.satisfies((error: unknown) => NoSuchModelError.isInstance(error));
    }
  });
}).timeout(120_000);

describe('queued images of the AI SDK provider', () => {
  const suite = apiSuite({ workers: { media: false } });
  const project = aiSdkProject();

  it('are cancelled after an abort only with `cancelOnAbort`', async () => {
    const customer = await suite.customer();
    const { media, sent } = project.of(suite, customer);
    const statusAfter = async (cancelOnAbort: boolean) => {
      sent.length = 0;
      const abort = new AbortController();
      const call = failureOf(
        project.ai.generateImage({
          model: media.imageModel(),
          prompt: FOX,
          abortSignal: abort.signal,
          providerOptions: { mediaPlatform: { cancelOnAbort } },
        }),
      );
      await until('the wait', async () => sent.some(({ path }) => path.includes('?wait=')));
      abort.abort();
      expect(await call).to.equal(abort.signal.reason);
      const [row] = await suite.db.query(
        'SELECT status FROM generation WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1',
        [customer.accountId],
      );
      return row.status;
    };
    expect(await statusAfter(false)).to.equal('queued');
    expect(await statusAfter(true)).to.equal('cancelled');
  });
}).timeout(120_000);
