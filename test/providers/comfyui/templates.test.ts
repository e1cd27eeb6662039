import { expect } from 'chai';
import { fill, isGraph, findPlaceholders } from '../../../adapters/providers/comfyui/graph.js';
import type { QueuedProvider } from '../../../domain/ports/provider.js';
import type { JobInputs, ProviderJob } from '../../../domain/ports/provider-job.js';
import { VIDEO_MODELS } from '../../../domain/catalogue/video-models.js';
import type { ComfyUiFake } from '@media-platform/stand-ins/providers/comfyui/fake.js';
import { context, fixtureOf, pictureOf } from '../jobs.js';
import { example, imageJob, startComfyUi, videoJob, workflows, type Workflows } from './jobs.js';
import { providerFailureOf } from '../../support/failure.js';
import { endFake } from '../../support/end-fake.js';

const [scene, face, product, hat] = await Promise.all(
  ['#111', '#444', '#777', '#aaa'].map(pictureOf),
);
if (!scene || !face || !product || !hat) throw new Error('no pictures');

const t2i = await example('service-image.json');
const i2v = await example('wan-2.6.json');

/** Changes the example workflow for images, so that it starts from a picture instead of noise. */
const edit = (picture: string) => ({
  ...t2i,
  '4': { class_type: 'VAEEncode', inputs: { pixels: ['8', 0], vae: ['1', 2] } },
  '8': { class_type: 'LoadImage', inputs: { image: `{{${picture}}}` } },
});

/** Adds pictures to the workflow. Its nodes load them, but nothing uses them. */
const withPictures = (workflow: object, ...names: readonly string[]) => ({
  ...workflow,
  ...Object.fromEntries(
    names.map((name) => [
      `x_${name}`,
      { class_type: 'LoadImage', inputs: { image: `{{${name}}}` } },
    ]),
  ),
});

describe('the ComfyUI adapter with workflow templates', () => {
  let provider: QueuedProvider;
  let fake: ComfyUiFake;
  let templates: Workflows;

  beforeEach(async () => {
    templates = await workflows();
    ({ provider, fake } = await startComfyUi(templates.folder));
  });
  afterEach(() => Promise.all([endFake(fake), templates.remove()]));

  /** Submits a job and returns the inputs of all nodes that the server received. */
  async function sent(job: ProviderJob): Promise<Record<string, Record<string, unknown>>> {
    await provider.submit(job, context);
    const graph = fake.inputs().at(-1) as Record<string, { inputs: Record<string, unknown> }>;
    return Object.fromEntries(Object.entries(graph).map(([id, { inputs }]) => [id, inputs]));
  }

  async function refusal(job: ProviderJob): Promise<string> {
    const failure = await providerFailureOf(provider.submit(job, context));
    expect(failure).to.include({ kind: 'rejected' });
    expect(fake.requests(), 'nothing is sent').to.deep.equal([]);
    return failure.message;
  }

  it('keeps the type of a placeholder that is a whole value, and inserts other placeholders as text', () => {
    const values = new Map<string, string | number | boolean>([
      ['width', 720],
      ['audio', false],
      ['prompt', 'a kite, {{seed}} {{width}}'],
    ]);
    const graph = {
      a: { class_type: 'X', inputs: { width: '{{width}}', audio: '{{ audio }}', n: 3 } },
      b: { class_type: 'Y', inputs: { text: 'photo of {{prompt}}, {{width}} px', link: ['a', 0] } },
    };
    expect([...findPlaceholders(graph)]).to.deep.equal(['width', 'audio', 'prompt']);
    expect(fill(graph, values)).to.deep.equal({
      a: { class_type: 'X', inputs: { width: 720, audio: false, n: 3 } },
      b: {
        class_type: 'Y',
        // Placeholders in the caller's prompt are not replaced.
        inputs: { text: 'photo of a kite, {{seed}} {{width}}, 720 px', link: ['a', 0] },
      },
    });
    expect(isGraph({ nodes: [], links: [], version: 0.4 }), 'as the editor saves it').to.equal(
      false,
    );
  });

  it('serves only models that have a file, and does not read files outside the folder', async () => {
    const names = ['service-image', ...VIDEO_MODELS.map(({ id }) => id)];
    const served = () => names.filter((name) => provider.serves?.(name));
    expect(served()).to.deep.equal(['service-image', 'wan-2.6']);
    await templates.put('seedance-2.0.json', i2v);
    await templates.put('veo-3.variant.json', i2v);
    expect(served()).to.deep.equal(['service-image', 'seedance-2.0', 'wan-2.6']);
    const folder = templates.folder.split('/').at(-1) ?? '';
    expect(provider.serves?.(`../${folder}/wan-2.6`)).to.equal(false);
    expect(await refusal(videoJob({ upstreamModel: 'veo-3' }))).to.include('no workflow');
  });

  it('fills in the image example: the prompt, exact size, and the same seed in every attempt', async () => {
    const first = await sent(imageJob());
    expect(first['2']).to.include({ text: 'A red kite over dunes.' });
    expect(first['4']).to.include({ width: 928, height: 1152 });
    const second = await sent(imageJob({}, { attempt: 2 }));
    expect([first['5']?.['seed'], second['5']?.['seed']]).to.deep.equal([77, 77]);
    expect(fake.files(), 'no picture').to.deep.equal([]);
  });

  it('fills in the clip example with the first frame, and one frame more than 24 per second', async () => {
    const inputs = await sent(videoJob());
    expect(inputs['7']).to.include({ width: 720, height: 1280, length: 121 });
    expect(inputs['4']?.['image']).to.equal(fake.files()[0]);
    expect(fake.files()[0]).to.match(/^media-generation\/[\da-f]{32}\.webp$/);
  });

  it('uses 16 frames per second for frames_16', async () => {
    const latent = { ...i2v['7'], inputs: { ...i2v['7']?.inputs, length: '{{frames_16}}' } };
    await templates.put('wan-2.6.json', { ...i2v, '7': latent });
    expect((await sent(videoJob()))['7']).to.include({ length: 81 });
  });

  it("numbers the pictures in the workflow's order, which the prompt explains", async () => {
    await templates.put(
      'service-image.json',
      withPictures(edit('scene'), 'character_1', 'reference_1'),
    );
    const inputs = await sent(
      imageJob(
        { scene, characters: [face, product], references: [{ tag: '@hat', image: hat }] },
        { fullPrompt: 'She wears @hat.' },
      ),
    );
    const text = String(inputs['2']?.['text']);
    expect(text).to.match(/^She wears image 3\.\n\nImage 1 is the scene/);
    expect(text).to.include('image 2 shows the face').and.include('image 3 is a reference');
    expect(fake.files()).to.have.lengthOf(3);
  });

  it('uses the first suitable workflow of several, and tries the plain workflow first', async () => {
    await templates.put('service-image.edit.json', edit('scene'));
    await templates.put('service-image.person.json', edit('character_1'));
    const loaded = async (attempt: number, inputs: Partial<JobInputs>) =>
      (await sent(imageJob(inputs, { attempt })))['8']?.['image'];
    expect(await loaded(1, {})).to.equal(undefined);
    expect(await loaded(2, { scene })).to.equal(fake.files()[0]);
    expect(await loaded(3, { characters: [face] })).to.equal(fake.files()[1]);
  });

  it('uploads clips and sound in the same way as pictures', async () => {
    const motion = {
      clip: fixtureOf('clip.mp4', 'video/mp4'),
      orientation: 'video' as const,
    };
    const narration = fixtureOf('tone.wav', 'audio/wav');
    await templates.put('wan-2.6.json', {
      ...i2v,
      '20': { class_type: 'LoadVideo', inputs: { file: '{{motion_clip}}' } },
      '21': { class_type: 'LoadAudio', inputs: { audio: '{{narration}}' } },
    });
    const inputs = await sent(videoJob({ motion, narration }));
    expect(inputs['20']?.['file'])
      .to.match(/\.mp4$/)
      .and.equal(fake.files()[2]);
    expect(inputs['21']?.['audio'])
      .to.match(/\.wav$/)
      .and.equal(fake.files()[1]);
  });

  it('uploads the same file only once', async () => {
    await provider.submit(videoJob(), context);
    await provider.submit(videoJob({ attempt: 2 }), context);
    expect(fake.files()).to.have.lengthOf(1);
  });

  it('names an input that the workflow requires but the request lacks', async () => {
    await templates.put('service-image.json', edit('scene'));
    expect(await refusal(imageJob())).to.equal(
      'ComfyUI: no workflow fits: service-image.json wants {{scene}}, which this request has not.',
    );
  });

  it('names an input in the request that the workflow would ignore', async () => {
    const motion = { clip: face, orientation: 'video' as const };
    const jobs = [
      [imageJob({ scene }), '{{scene}}'],
      [imageJob({ characters: [face] }), '{{character_1}}'],
      [imageJob({ products: [product] }), '{{product_1}}'],
      [imageJob({ references: [{ tag: '@hat', image: hat }] }), '{{reference_1}}'],
      [videoJob({ narration: face }), '{{narration}}'],
      [videoJob({ motion }), '{{motion_clip}}'],
    ] as const;
    for (const [job, name] of jobs) expect(await refusal(job)).to.include(`no place for ${name}`);
  });

  it('names a misspelt placeholder', async () => {
    await templates.put('service-image.json', withPictures(t2i, 'promt'));
    expect(await refusal(imageJob())).to.include('{{promt}}, which means nothing');
  });

  for (const [what, workflow] of [
    ['invalid JSON', '{'],
    ["the editor's format", { nodes: [{ id: 1, type: 'KSampler' }], links: [], version: 0.4 }],
    ['an empty object', {}],
  ] as const) {
    it(`refuses ${what}, which is not in API format`, async () => {
      await templates.put('service-image.json', workflow);
      expect(await refusal(imageJob())).to.include(
        'service-image.json is not a workflow in API format',
      );
    });
  }

  it('uses a changed file for the next job', async () => {
    await provider.submit(imageJob(), context);
    const sampler = { ...t2i['5'], inputs: { ...t2i['5']?.inputs, steps: 8 } };
    await templates.put('service-image.json', { ...t2i, '5': sampler });
    expect((await sent(imageJob({}, { attempt: 2 })))['5']).to.include({ steps: 8 });
  });
});
