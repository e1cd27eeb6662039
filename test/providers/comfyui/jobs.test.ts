import { expect } from 'chai';
import { derivePromptId } from '../../../adapters/providers/comfyui/identity.js';
import {
  JobFailed,
  SubmitUncertain,
  type FailureKind,
  type JobState,
  type QueuedProvider,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import type { ConnectionEnding, Reply } from '@media-platform/stand-ins/providers/loopback.js';
import { SILENT_MS } from '../conformance/subject.js';
import type { ComfyUiFake } from '@media-platform/stand-ins/providers/comfyui/fake.js';
import { context } from '../jobs.js';
import { example, imageJob, startComfyUi, videoJob, workflows } from './jobs.js';
import { providerFailureOf } from '../../support/failure.js';
import type { Workflows } from './jobs.js';
import { endFake } from '../../support/end-fake.js';

const { signal } = context;

describe('ComfyUI jobs', () => {
  let provider: QueuedProvider;
  let fake: ComfyUiFake;
  let templates: Workflows;

  beforeEach(async () => {
    templates = await workflows();
    ({ provider, fake } = await startComfyUi(templates.folder));
  });
  afterEach(() => Promise.all([endFake(fake), templates.remove()]));

  const poll = (ref: UpstreamRef): Promise<JobState> => provider.poll(ref, signal);

  async function done(ref: UpstreamRef): Promise<string> {
    let state = await poll(ref);
    while (state.state !== 'done') state = await poll(ref);
    return 'url' in state.asset ? state.asset.url : '';
  }

  it('have an id that we choose: a UUID that is the same in every retry', async () => {
    const id = derivePromptId(videoJob());
    expect(id).to.match(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(derivePromptId(videoJob({ attempt: 2 }))).not.to.equal(id);
    expect(derivePromptId(videoJob({ generationId: 'gen_other' }))).not.to.equal(id);
    const ref = await provider.submit(videoJob(), context);
    expect(ref).to.deep.equal({ prompt_id: id, kind: 'video' });
  });

  it('can run again for the same request and seed, with a new file name', async () => {
    const first = await done(await provider.submit(imageJob(), context));
    const again = imageJob({}, { generationId: 'gen_again' });
    const second = await done(await provider.submit(again, context));
    expect(first).to.include('/view?');
    expect(second).to.include('/view?').and.not.equal(first);
    const prefixes = fake
      .inputs()
      .map(
        (graph) => (graph as Awaited<ReturnType<typeof example>>)['7']?.inputs['filename_prefix'],
      );
    expect(prefixes).to.deep.equal(
      [imageJob(), again].map((job) => `media-generation/image-${derivePromptId(job)}`),
    );
  });

  it('report the number of jobs ahead as their position, independent of the heap order', async () => {
    fake.occupy(3);
    const ref = await provider.submit(imageJob(), context);
    const states: JobState[] = [];
    while (states.at(-1)?.state !== 'done') states.push(await poll(ref));
    expect(states.slice(0, 5)).to.deep.equal([
      { state: 'queued', position: 3 },
      { state: 'queued', position: 2 },
      { state: 'queued', position: 1 },
      { state: 'queued', position: 0 },
      { state: 'running', progress: null },
    ]);
  });

  for (const [job, type] of [
    [imageJob(), 'image/png'],
    [videoJob(), 'video/mp4'],
  ] as const) {
    it(`have their ${job.kind} fetched through /view without any header`, async () => {
      const url = await done(await provider.submit(job, context));
      expect(new URL(url).pathname).to.equal('/view');
      expect(Object.fromEntries(new URL(url).searchParams)).to.include({
        subfolder: 'media-generation',
        type: 'output',
      });
      expect((await fetch(url)).headers.get('content-type')).to.equal(type);
    });
  }

  it('return a saved file rather than a preview, and a preview if no file is saved', async () => {
    const graph = await example('service-image.json');
    const preview = { class_type: 'PreviewImage', inputs: { images: ['6', 0] } };
    await templates.put('service-image.json', { '0': preview, ...graph });
    const saved = await done(await provider.submit(imageJob(), context));
    expect(new URL(saved).searchParams.get('type')).to.equal('output');
    await templates.put('service-image.json', { ...graph, '7': preview });
    const shown = await done(await provider.submit(imageJob({}, { attempt: 2 }), context));
    expect(new URL(shown).searchParams.get('type')).to.equal('temp');
  });

  it('fail as rejected if a workflow saves no MP4, so that another route can be used', async () => {
    const graph = await example('wan-2.6.json');
    const inputs = { images: ['10', 0], filename_prefix: 'x', codec: 'vp9', fps: 24, crf: 32 };
    await templates.put('wan-2.6.json', { ...graph, '12': { class_type: 'SaveWEBM', inputs } });
    const failure = await providerFailureOf(done(await provider.submit(videoJob(), context)));
    expect(failure).to.be.instanceOf(JobFailed).and.to.include({ kind: 'rejected' });
    expect(failure.message).to.include('saved no MP4');
  });

  it('return the cached outputs of an equal workflow, which have another file name', async () => {
    const { '7': save, ...graph } = await example('service-image.json');
    const preview = { class_type: 'PreviewImage', inputs: { images: save?.inputs['images'] } };
    await templates.put('service-image.json', { ...graph, '7': preview });
    const first = await done(await provider.submit(imageJob(), context));
    const again = imageJob({}, { generationId: 'gen_again' });
    expect(await done(await provider.submit(again, context))).to.equal(first);
  });

  it('fail if an operator stopped them on the server', async () => {
    const ref = await provider.submit(imageJob(), context);
    const messages = [['execution_interrupted', { node_id: '5' }]];
    const entry = { outputs: {}, status: { status_str: 'error', completed: false, messages } };
    fake.answer('/queue', { status: 200, json: { queue_running: [], queue_pending: [] } });
    const path = `/history/${ref['prompt_id']}`;
    fake.answer(path, { status: 200, json: { [String(ref['prompt_id'])]: entry } });
    const failure = await providerFailureOf(poll(ref));
    expect(failure).to.be.instanceOf(JobFailed);
    expect(failure.message).to.include('was stopped');
  });

  const ERRORS: readonly (readonly [what: string, change: object, words: string])[] = [
    [
      'a missing model file',
      { '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'gone.safetensors' } } },
      'Prompt outputs failed validation: node 1 (CheckpointLoaderSimple): Value not in list: ckpt_name',
    ],
    [
      'a missing node',
      { '8': { class_type: 'VHS_VideoCombine', inputs: {} } },
      'Cannot execute because node VHS_VideoCombine does not exist.',
    ],
  ];
  for (const [what, change, words] of ERRORS) {
    it(`are rejected for ${what}, which is named without the node's input`, async () => {
      await templates.put('service-image.json', {
        ...(await example('service-image.json')),
        ...change,
      });
      const failure = await providerFailureOf(provider.submit(imageJob(), context));
      expect(failure).to.include({ kind: 'rejected', status: 400, message: words });
      expect(fake.accepted()).to.equal(0);
    });
  }

  for (const [what, reply, kind] of [
    ['is lost', 'reset', 'unavailable'],
    ['gets no response', 'silent', 'unavailable'],
    ['times out at a proxy', { status: 504, text: 'timeout' }, 'unavailable'],
    ['finds a full disk', { status: 500, text: 'No space left on device' }, 'unavailable'],
    ['is too large', { status: 413, text: 'Maximum request body size exceeded' }, 'rejected'],
    ['is rate limited by a proxy', { status: 429, text: 'slow down' }, 'rate_limited'],
    ['returns no file name', { status: 200, json: {} }, 'unavailable'],
  ] as const satisfies readonly (readonly [string, Reply | ConnectionEnding, FailureKind])[]) {
    it(`end as ${kind} without an order if an upload ${what}`, async () => {
      if (reply === 'silent') {
        await fake.stop();
        ({ provider, fake } = await startComfyUi(templates.folder, SILENT_MS));
      }
      fake.answer('/upload/image', reply);
      const failure = await providerFailureOf(provider.submit(videoJob(), context));
      expect(failure).not.to.be.instanceOf(SubmitUncertain);
      expect(failure.kind).to.equal(kind);
      expect(fake.requests()).to.deep.equal(['POST /upload/image']);
    });
  }

  it('leave the queue if cancelled while waiting, without affecting running jobs', async () => {
    fake.occupy(2);
    fake.step();
    const ref = await provider.submit(imageJob(), context);
    expect(await provider.cancel(ref, signal)).to.equal('stopped');
    expect(fake.cancelled()).to.equal(1);
    expect(fake.interrupts()).to.equal(0);
    expect(await providerFailureOf(poll(ref))).to.be.instanceOf(JobFailed);
  });

  it('are interrupted if cancelled while running', async () => {
    const ref = await provider.submit(imageJob(), context);
    const running = { queue_running: [[0, ref['prompt_id'], {}, {}, []]], queue_pending: [] };
    fake.step();
    fake.answer('/queue', { status: 200, json: running });
    fake.answer('/queue', { status: 200, json: running });
    expect(await provider.cancel(ref, signal)).to.equal('stopped');
    expect([fake.interrupts(), fake.cancelled()]).to.deep.equal([1, 1]);
  });

  it('cannot be cancelled once they have ended, and other jobs are not interrupted', async () => {
    const ref = await provider.submit(imageJob(), context);
    await done(ref);
    fake.occupy(1);
    fake.step();
    expect(await provider.cancel(ref, signal)).to.equal('too_late');
    expect(fake.interrupts()).to.equal(0);
  });

  for (const outcome of ['accepted_then_reset', 'gateway_error'] as const) {
    for (const steps of [0, 1, 2]) {
      it(`are found again after ${steps} steps, with ${outcome}`, async () => {
        fake.next(outcome);
        expect(await providerFailureOf(provider.submit(imageJob(), context))).to.be.instanceOf(
          SubmitUncertain,
        );
        for (let at = 0; at < steps; at += 1) fake.step();
        const ref = await provider.reconcile?.(imageJob(), signal);
        expect(ref).to.deep.equal({ prompt_id: derivePromptId(imageJob()), kind: 'image' });
        expect(await provider.reconcile?.(imageJob({}, { attempt: 2 }), signal)).to.equal(null);
      });
    }
  }

  for (const stepCount of [0, 2]) {
    it(`are found by client_id on an older server, which assigns ids itself, after ${stepCount} steps`, async () => {
      fake.downgrade();
      fake.occupy(1);
      fake.next('accepted_then_reset');
      await providerFailureOf(provider.submit(imageJob(), context));
      for (let at = 0; at < stepCount; at += 1) fake.step();
      const ref = await provider.reconcile?.(imageJob(), signal);
      expect(ref?.['prompt_id']).to.be.a('string').and.not.equal(derivePromptId(imageJob()));
      expect(await done(ref ?? {})).to.include('/view?');
      expect(fake.accepted()).to.equal(1);
    });
  }

  it('are not lost if a proxy returns a page instead of the queue', async () => {
    const ref = await provider.submit(imageJob(), context);
    fake.answer('/queue', { status: 200, text: '<h1>Sign in</h1>' });
    const failure = await providerFailureOf(poll(ref));
    expect(failure).not.to.be.instanceOf(JobFailed);
    expect(await done(ref)).to.include('/view?');
  });

  for (const [what, reply] of [
    ['without an id', { status: 200, json: { number: 1 } }],
    ['with a page', { status: 200, text: '<h1>ok</h1>' }],
    ["with a proxy's 500 status", { status: 500, text: '<h1>error</h1>' }],
  ] as const) {
    it(`are uncertain if the order gets a response ${what}`, async () => {
      fake.answer('/prompt', reply);
      expect(await providerFailureOf(provider.submit(imageJob(), context))).to.be.instanceOf(
        SubmitUncertain,
      );
    });
  }
});
