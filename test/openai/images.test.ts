import { expect } from 'chai';
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { apiSuite } from '../api/suite.js';
import { openAiOf } from './openai-rig.js';

const FOX = { model: 'service-image', prompt: 'a red fox in snow' };

describe('image generation with the OpenAI client for Node', () => {
  const suite = apiSuite({ workers: {} });

  it('lists the models', async () => {
    const client = openAiOf(suite.api.url, await suite.customer());
    const { data } = await client.models.list();
    expect(data.map(({ id }) => id)).to.include.members(['service-image', 'seedance-2.5']);
    expect(await client.models.retrieve('veo-3')).to.include({ id: 'veo-3', object: 'model' });
  });

  it('returns a URL', async () => {
    const customer = await suite.customer();
    const client = openAiOf(suite.api.url, customer);
    const { data: answer, response } = await client.images.generate(FOX).withResponse();
    const id = response.headers.get('X-Generation-Id') ?? '';
    const { body } = await customer.client.get(`/v1/generations/${id}`);
    expect(answer.data).to.deep.equal([{ url: body.result?.url }]);
    expect(answer).to.include({ size: '1024x1024', output_format: 'webp' });
    expect(answer.usage).to.include({ output_tokens: 2, total_tokens: 2 });
  });

  it('returns the image itself in the requested format', async () => {
    const client = openAiOf(suite.api.url, await suite.customer());
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const { data = [] } = await client.images.generate({
        ...FOX,
        response_format: 'b64_json',
        output_format: format,
        size: '1536x1024',
        stream: false,
      });
      const picture = Buffer.from(data[0]?.b64_json ?? '', 'base64');
      const { width, height, xmpAsString, ...facts } = await sharp(picture).metadata();
      expect({ width, height, format: facts.format }).to.deep.equal({
        width: 1264,
        height: 848,
        format,
      });
      expect(xmpAsString).to.include('algorithmicMedia');
      const { credentials } = await suite.api.deps.credentialReader.examine(picture, []);
      const { state, chain } = credentials;
      expect([state, chain.length]).to.deep.equal(['valid', format === 'webp' ? 1 : 2]);
    }
  });
});

describe('image edits with the OpenAI client for Node', () => {
  const suite = apiSuite({ workers: {} });
  const red = { width: 640, height: 320, channels: 3, background: 'red' } as const;
  const picture = async (name: string, width: number = red.width) =>
    toFile(
      await sharp({ create: { ...red, width } })
        .png()
        .toBuffer(),
      name,
      {
        type: 'image/png',
      },
    );

  it('accept several images', async () => {
    const customer = await suite.customer();
    const client = openAiOf(suite.api.url, customer);
    const { response } = await client.images
      .edit({
        model: 'service-image',
        prompt: 'make it blue',
        image: [await picture('scene.png'), await picture('hat.png', 320)],
        n: 2,
      })
      .withResponse();
    const ids = response.headers.get('X-Generation-Id')?.split(', ') ?? [];
    expect(ids).to.have.length(2);
    for (const id of ids) {
      const { body } = await customer.client.get(`/v1/generations/${id}`);
      expect(body.request).to.include({ edit: true, has_scene_image: true, reference_images: 1 });
      expect(body.request.aspect_ratio).to.equal('16:9');
    }
    const uploads = await suite.db.query('SELECT 1 FROM upload WHERE account_id = $1', [
      customer.accountId,
    ]);
    expect(uploads).to.have.length(2);
  });

  it('return an error for a mask, which is not supported', async () => {
    const client = openAiOf(suite.api.url, await suite.customer());
    const image = await picture('scene.png');
    const error = await client.images
      .edit({ prompt: 'make it blue', image, mask: await picture('mask.png') })
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(OpenAI.BadRequestError);
    expect(error).to.include({ param: 'mask', type: 'invalid_request_error' });
  });

  it("stream the protocol's events", async () => {
    const client = openAiOf(suite.api.url, await suite.customer());
    const options = { prompt: 'a red fox', stream: true, size: '1024x1024' } as const;
    const made = [];
    for await (const event of await client.images.generate({ ...options, n: 2 })) made.push(event);
    expect(made.map(({ type }) => type)).to.deep.equal(Array(2).fill('image_generation.completed'));
    const image = await picture('scene.png');
    const edited = [];
    for await (const event of await client.images.edit({ ...options, image })) edited.push(event);
    expect(edited.map(({ type }) => type)).to.deep.equal(['image_edit.completed']);
    for (const { b64_json: base64 } of [...made, ...edited]) {
      const { format, width } = await sharp(Buffer.from(base64, 'base64')).metadata();
      expect({ format, width }).to.deep.equal({ format: 'png', width: 1024 });
    }
  });
});
