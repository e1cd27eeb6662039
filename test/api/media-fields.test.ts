import { expect } from 'chai';
import sharp from 'sharp';
import type { GenerationInput } from '../../domain/contract/generation-input.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { QuoteBody } from '../../domain/contract/quote.js';
import { Generation } from '../../entities/generation.js';
import { fixture, picture } from '../media/inspection/samples.js';
import type { Customer } from './suite.js';
import { dataUrl } from '../support/data-url.js';
import { errorOf, pathsOf, uploadSuite } from './uploads-rig.js';

const NOTHING = { files: 0, bytes: 0 };

/** The four ways to refer to a picture, and the number of files that each way counts. */
const FORMS = ['upload id', 'data URL', 'service URL', 'https URL'] as const;

describe('media fields of POST /v1/images', () => {
  const suite = uploadSuite();
  let png: Buffer;
  before(async () => {
    png = await picture(96, 96).png().toBuffer();
  });

  /** Returns a reference to the picture in the given form. Stores the picture first if needed. */
  async function named(customer: Customer, form: (typeof FORMS)[number]): Promise<string> {
    if (form === 'data URL') return dataUrl(png);
    if (form === 'https URL') return suite.publish(png);
    const upload = await suite.inline(customer, png);
    return form === 'upload id' ? upload.id : upload.url;
  }

  const row = (id: string) => suite.db.manager.findOneByOrFail(Generation, { id });

  async function accepted(
    customer: Customer,
    body: object,
    idem?: string,
  ): Promise<GenerationBody> {
    const answer = await customer.client.image(body, idem === undefined ? {} : { idem });
    expect(answer.status, answer.text).to.equal(202);
    return answer.body;
  }

  async function completed(customer: Customer, id: string): Promise<GenerationBody> {
    const body = await suite.finished(customer, id);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    return body;
  }

  const fields: [string, (image: string) => object, Partial<GenerationInput>][] = [
    ['character_image', (image) => ({ character_image: image }), { role: 'character', tag: null }],
    ['scene_image', (image) => ({ scene_image: image }), { role: 'scene', tag: null }],
    [
      'reference_images',
      (image) => ({ prompt: 'a fox like @it', reference_images: [{ tag: '@it', image }] }),
      { role: 'reference', tag: '@it' },
    ],
  ];
  for (const [field, body, input] of fields) {
    for (const form of FORMS) {
      it(`accept ${field} as ${form} and complete`, async () => {
        const customer = await suite.customer();
        const image = await named(customer, form);
        const before = await suite.counted(customer);
        const { id, request } = await accepted(customer, body(image));
        const counts = form === 'data URL' || form === 'https URL';
        expect(await suite.counted(customer)).to.deep.equal({
          files: before.files + Number(counts),
          bytes: before.bytes + (counts ? png.length : 0),
        });
        expect(request).to.include({
          has_character_image: field === 'character_image',
          has_scene_image: field === 'scene_image',
          reference_images: Number(field === 'reference_images'),
        });
        const { inputs } = await row(id);
        expect(inputs).to.have.length(1);
        expect(inputs[0]).to.include({ ...input, contentType: 'image/png' });
        expect((await suite.api.deps.store.get(inputs[0]?.key ?? '', 1e6))?.equals(png)).to.equal(
          true,
        );
        const done = await completed(customer, id);
        expect(done.result?.url).to.be.a('string');
      });
    }
  }

  it("use the account's own output unchanged, without fetching or counting it", async () => {
    const customer = await suite.customer();
    const first = await accepted(customer, { prompt: 'a red fox', aspect_ratio: '1:1' });
    const url = (await completed(customer, first.id)).result?.url ?? '';
    const visits = suite.site.visits.length;
    const edit = await accepted(customer, { prompt: 'in snow', scene_image: url, edit: true });
    expect(edit.request).to.include({ edit: true, has_scene_image: true });
    expect((await row(edit.id)).inputs[0]?.key).to.equal(new URL(url).pathname.slice(7));
    await completed(customer, edit.id);
    expect(suite.site.visits.length).to.equal(visits);
    expect(await suite.counted(customer)).to.deep.equal(NOTHING);
  });

  it('return NOT_FOUND for service URLs without a picture, and never fetch them', async () => {
    const customer = await suite.customer();
    const { mediaBaseUrl } = suite.api.deps.env;
    const { id } = await suite.signed(customer);
    const staged = `${mediaBaseUrl}/${await suite.stagingKey(id)}`;
    const upload = await suite.inline(customer, png);
    await suite.db.query('UPDATE upload SET expires_at = now() WHERE id = $1', [upload.id]);
    const work = `${mediaBaseUrl}/work/gen_${'0'.repeat(32)}/1`;
    const gone = `${mediaBaseUrl}/outputs/gen_${'0'.repeat(32)}/${'a'.repeat(32)}.webp`;
    for (const url of [staged, upload.url, work, gone, `${mediaBaseUrl}/../etc/passwd`]) {
      const answer = await customer.client.image({ scene_image: url });
      expect(answer.status, url).to.equal(404);
    }
    expect(await suite.counted(customer)).to.deep.equal({ files: 2, bytes: png.length });
  });

  it('check a pending upload on its first use', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    const early = await customer.client.image({ scene_image: upload.id });
    expect(early.status, early.text).to.equal(400);
    await suite.put(upload, png);
    await completed(customer, (await accepted(customer, { scene_image: upload.id })).id);
    expect((await suite.read(customer, upload.id)).body.status).to.equal('ready');
  });

  it("return NOT_FOUND for another account's upload, and name the field that has a video or an audio", async () => {
    const [customer, owner] = [await suite.customer(), await suite.customer()];
    const foreign = await suite.inline(owner, png);
    const answer = await customer.client.image({ scene_image: foreign.id });
    expect(answer.status).to.equal(404);
    const clip = await suite.inline(customer, fixture('clip.mp4'), 'video/mp4');
    const sound = dataUrl(fixture('tone.mp3'), 'audio/mpeg');
    for (const image of [clip.id, clip.url, sound, suite.publish(fixture('clip.mp4'))]) {
      const refused = await customer.client.image({ scene_image: image });
      expect(refused.status, refused.text).to.equal(400);
      expect(pathsOf(refused)).to.deep.equal(['body.scene_image']);
    }
    expect((await suite.footprint(customer.accountId))['generation']).to.equal(0);
  });

  it('list every field of an unknown form in one error, and do not count a file', async () => {
    const customer = await suite.customer();
    const bad = 'no media';
    const answer = await customer.client.image({
      character_image: bad,
      scene_image: 'data:image/png;base64,?',
      reference_images: [{ image: dataUrl(png) }, { image: 'upl_1' }],
    });
    expect(answer.status, answer.text).to.equal(400);
    expect(pathsOf(answer)).to.have.members([
      'body.character_image',
      'body.scene_image',
      'body.reference_images.1.image',
    ]);
    expect(await suite.counted(customer)).to.deep.equal(NOTHING);
  });

  it('assign default tags to references, and reject a duplicate, malformed or seventh tag', async () => {
    const customer = await suite.customer();
    const { id: image } = await suite.inline(customer, png);
    const made = await accepted(customer, {
      prompt: 'a fox',
      reference_images: [{ image }, { tag: '@Own_1', image }, { image }],
    });
    const tags = (await row(made.id)).inputs.map(({ tag }) => tag);
    expect(tags).to.deep.equal(['@ref1', '@Own_1', '@ref3']);
    const refused: [object[], string][] = [
      [
        [
          { tag: '@a', image },
          { tag: '@a', image },
        ],
        'body.reference_images.1.tag',
      ],
      [[{ tag: '@ref2', image }, { image }], 'body.reference_images.1.tag'],
      [[{ tag: 'a', image }], 'body.reference_images.0.tag'],
      [[{ tag: '@a b', image }], 'body.reference_images.0.tag'],
      [[{ tag: `@${'a'.repeat(21)}`, image }], 'body.reference_images.0.tag'],
      [[{ tag: '@a' }], 'body.reference_images.0.image'],
      [Array.from({ length: 7 }, () => ({ image })), 'body.reference_images'],
    ];
    for (const [reference_images, path] of refused) {
      const answer = await customer.client.image({ prompt: 'a fox', reference_images });
      expect(answer.status, answer.text).to.equal(400);
      expect(pathsOf(answer)).to.include(path);
    }
  });

  it('have the same price in a quote, which does not fetch, store or count their files', async () => {
    const customer = await suite.customer();
    const visits = suite.site.visits.length;
    const body = {
      character_image: dataUrl(png),
      scene_image: suite.publish(png),
      resolution: '4K',
    };
    const quoted = await customer.client.call<QuoteBody>('POST', '/v1/quote', {
      body: { type: 'image', ...body },
      idem: null,
    });
    expect(quoted.status, quoted.text).to.equal(200);
    expect(suite.site.visits.length).to.equal(visits);
    expect(await suite.counted(customer)).to.deep.equal(NOTHING);
    const real = await accepted(customer, body);
    expect(quoted.body.credits).to.equal(real.credits);
  });

  it('store and count their files once if a request is retried with the same Idempotency-Key', async () => {
    const customer = await suite.customer({ credits: 1 });
    const body = { character_image: dataUrl(png), scene_image: suite.publish(png) };
    for (const _ of [1, 2]) {
      expect((await customer.client.image(body, { idem: 'one' })).status).to.equal(402);
    }
    expect(await suite.counted(customer)).to.deep.equal({ files: 2, bytes: 2 * png.length });
    const rows = await suite.db.query('SELECT status FROM upload WHERE account_id = $1', [
      customer.accountId,
    ]);
    expect(rows).to.deep.equal([{ status: 'ready' }, { status: 'ready' }]);
    const rich = await suite.customer();
    const first = await accepted(rich, body, 'one');
    const again = await accepted(rich, body, 'one');
    expect(again.id).to.equal(first.id);
    expect(await suite.counted(rich)).to.deep.equal({ files: 2, bytes: 2 * png.length });
  });

  it('use the new picture if a refused request is repeated with another picture', async () => {
    const customer = await suite.customer();
    const blue = await sharp({
      create: { width: 8, height: 8, channels: 3, background: 'blue' },
    })
      .png()
      .toBuffer();
    const missing = `upl_${'0'.repeat(32)}`;
    const bad = { character_image: dataUrl(png), scene_image: missing };
    expect((await customer.client.image(bad, { idem: 'k' })).status).to.equal(404);
    expect(await suite.counted(customer), 'lookups come first').to.deep.equal(NOTHING);
    const poor = await suite.customer({ credits: 1 });
    await poor.client.image({ character_image: dataUrl(png) }, { idem: 'k' });
    await poor.client.image({ character_image: dataUrl(blue) }, { idem: 'k' });
    expect(await suite.counted(poor)).to.deep.equal({ files: 2, bytes: png.length + blue.length });
    expect(errorOf(await poor.client.image({ scene_image: missing })).code).to.equal('NOT_FOUND');
  });

  it('record the analysis of scene and character for the prompt of an image, but not for an edit', async () => {
    const customer = await suite.customer();
    const body = { character_image: dataUrl(png), scene_image: dataUrl(png) };
    const both = await accepted(customer, body);
    await completed(customer, both.id);
    const { analysis } = await row(both.id);
    expect(analysis).to.have.all.keys('scene_analysis', 'character_analysis');
    for (const text of Object.values(analysis)) expect(text).to.be.a('string').and.not.equal('');
    const edit = await accepted(customer, {
      prompt: 'at night',
      scene_image: dataUrl(png),
      edit: true,
    });
    await completed(customer, edit.id);
    expect((await row(edit.id)).analysis).to.deep.equal({});
  });

  it('complete without an analysis if the prompt contains simulate:analysis_failure', async () => {
    const customer = await suite.customer();
    const made = await accepted(customer, {
      prompt: 'a fox simulate:analysis_failure',
      scene_image: dataUrl(png),
    });
    const done = await completed(customer, made.id);
    expect(done.timeline.map(({ stage }) => stage)).to.include('scene_analysis');
    expect((await row(made.id)).analysis).to.deep.equal({});
  });

  it('accept a HEIC photo in every field', async () => {
    const customer = await suite.customer();
    const image = dataUrl(fixture('still.heic'), 'image/heic');
    const made = await accepted(customer, {
      character_image: image,
      reference_images: [{ image }],
    });
    await completed(customer, made.id);
  });
});
