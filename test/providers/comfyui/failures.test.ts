import { expect } from 'chai';
import { derivePromptId } from '../../../adapters/providers/comfyui/identity.js';
import {
  JobFailed,
  SubmitUncertain,
  type QueuedProvider,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import type { VisualJob } from '../../../domain/ports/provider-job.js';
import { endFake } from '../../support/end-fake.js';
import { providerFailureOf } from '../../support/failure.js';
import { context, pictureOf } from '../jobs.js';
import type { ComfyUiFake } from '@media-platform/stand-ins/providers/comfyui/fake.js';
import { example, imageJob, startComfyUi, workflows, type Workflows } from './jobs.js';

const { signal } = context;

describe("failures of an operator's ComfyUI server", () => {
  let provider: QueuedProvider;
  let fake: ComfyUiFake;
  let templates: Workflows;

  beforeEach(async () => {
    templates = await workflows();
    ({ provider, fake } = await startComfyUi(templates.folder));
  });
  afterEach(() => Promise.all([endFake(fake), templates.remove()]));

  async function done(ref: UpstreamRef): Promise<void> {
    let state = await provider.poll(ref, signal);
    while (state.state !== 'done') state = await provider.poll(ref, signal);
  }

  describe('in a workflow that has run in part', () => {
    /**
     * Previews the caller's picture, but cannot save its output, because the model of that node is
     * missing.
     */
    async function putHalf(): Promise<VisualJob> {
      const scene = await pictureOf('#a37');
      const missing = { ckpt_name: '/srv/comfy/models/gone.safetensors' };
      await templates.put('service-image.json', {
        ...(await example('service-image.json')),
        '1': { class_type: 'CheckpointLoaderSimple', inputs: missing },
        '20': { class_type: 'LoadImage', inputs: { image: '{{scene}}' } },
        '21': { class_type: 'PreviewImage', inputs: { images: ['20', 0] } },
      });
      return imageJob({ scene });
    }

    it('name the failing node, and remove the job from the queue', async () => {
      const job = await putHalf();
      fake.occupy(2);
      fake.step();
      const failure = await providerFailureOf(provider.submit(job, context));
      expect(failure).to.include({
        kind: 'rejected',
        status: null,
        message:
          'The server would run only a part of the workflow: node 1 (CheckpointLoaderSimple): Value not in list: ckpt_name',
      });
      expect(failure).not.to.be.instanceOf(SubmitUncertain);
      expect([fake.cancelled(), fake.interrupts()]).to.deep.equal([1, 0]);
    });

    it('interrupt the job if it is already running', async () => {
      const job = await putHalf();
      const running = { queue_running: [[0, derivePromptId(job), {}, {}, []]], queue_pending: [] };
      fake.answer('/queue', { status: 200, json: running });
      fake.answer('/queue', { status: 200, json: running });
      await providerFailureOf(provider.submit(job, context));
      expect(fake.interrupts()).to.equal(1);
    });

    it('reject the job even if it cannot be cancelled', async () => {
      const job = await putHalf();
      fake.answer('/queue', { status: 500, text: 'busy' });
      const failure = await providerFailureOf(provider.submit(job, context));
      expect(failure).to.include({ kind: 'rejected' });
    });

    it('reject a job that was found again but has only a preview', async () => {
      const job = await putHalf();
      fake.next('accepted_then_reset');
      await providerFailureOf(provider.submit(job, context));
      const ref = await provider.reconcile?.(job, signal);
      const failure = await providerFailureOf(done(ref ?? {}));
      expect(failure).to.be.instanceOf(JobFailed).and.to.include({ kind: 'rejected' });
      expect(failure.message).to.include('saved no picture');
    });
  });

  it('are reported with node and type, and their text is shown only to operators', async () => {
    fake.failWith({
      exception_type: 'PIL.UnidentifiedImageError',
      exception_message: "cannot identify image file '/srv/comfy/input/broken.png'\n",
    });
    const failure = await providerFailureOf(done(await provider.submit(imageJob(), context)));
    expect(failure).to.be.instanceOf(JobFailed);
    expect(failure).to.include({
      message: 'Node 5 (KSampler): PIL.UnidentifiedImageError.',
      forOperators: "cannot identify image file '/srv/comfy/input/broken.png'",
    });
    expect(failure.forOperators).not.to.include('caller');
  });

  for (const [exception_type, exception_message, kind] of [
    ['torch.OutOfMemoryError', 'Allocation on device', 'unavailable'],
    ['RuntimeError', 'CUDA error: out of memory', 'unavailable'],
    ['MemoryError', '', 'unavailable'],
    ['ValueError', 'Sizes of tensors must match', 'rejected'],
    ['PIL.UnidentifiedImageError', 'cannot identify image file', 'rejected'],
    ["<script>alert('x')</script>", 'no name of a class', 'rejected'],
  ] as const) {
    it(`with ${exception_type} ("${exception_message}") count as ${kind}`, async () => {
      fake.failWith({ exception_type, exception_message });
      const failure = await providerFailureOf(done(await provider.submit(imageJob(), context)));
      expect(failure.kind).to.equal(kind);
      expect(failure.message).to.match(/^Node 5 \(KSampler\): [\w.]+\.$/);
    });
  }

  it('hide a plain error text from callers, because it may contain a path or an exception', async () => {
    const error = "FileNotFoundError: '/srv/comfy/custom_nodes/gone'";
    fake.answer('/prompt', { status: 500, json: { error } });
    const failure = await providerFailureOf(provider.submit(imageJob(), context));
    expect(failure).to.include({ message: 'The upstream answered 500.', forOperators: error });
  });
});
