import { expect } from 'chai';
import {
  JobFailed,
  type QueuedProvider,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import { endFake } from '../../support/end-fake.js';
import { providerFailureOf } from '../../support/failure.js';
import { context } from '../jobs.js';
import type { FalFake } from '@media-platform/stand-ins/providers/fal/fake.js';
import { MOTION, SEEDANCE, startFal, videoJob } from './jobs.js';
import { buildGatewayPage, type Reply } from '@media-platform/stand-ins/providers/fal/scripts.js';

const MIB = 1024 * 1024;
const HOUR = 3_600_000;

/** Builds a job with a motion clip of this size. The bytes of its upload parts differ. */
function clipOf(size: number) {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += MIB) bytes.writeUInt32BE(at, Math.min(at, size - 4));
  const clip = { bytes, contentType: 'video/mp4' };
  return videoJob(MOTION, { motion: { clip, orientation: 'video' } });
}

describe('a large upload to fal', () => {
  let provider: QueuedProvider;
  let fake: FalFake;

  beforeEach(async () => {
    ({ provider, fake } = await startFal());
  });
  afterEach(() => endFake(fake));

  const sent = () => fake.uploads().find(({ contentType }) => contentType === 'video/mp4')?.bytes;

  for (const [what, size] of [
    ['of 90 MiB in one piece', 90 * MIB],
    ['above 90 MiB in parts of 10 MiB with a shorter last one', 90 * MIB + 1],
    ['of 100 MB in parts', 100_000_000],
  ] as const) {
    it(`sends a clip ${what}, byte for byte`, async () => {
      const job = clipOf(size);
      await provider.submit(job, context);
      expect(sent()?.equals(job.motion?.clip.bytes ?? Buffer.alloc(0))).to.equal(true);
    });
  }

  it('repeats only the part that was not accepted', async () => {
    const job = clipOf(90 * MIB + 1);
    fake.answerParts(buildGatewayPage(502), { status: 200, body: 'no JSON' });
    await provider.submit(job, context);
    expect(sent()?.equals(job.motion?.clip.bytes ?? Buffer.alloc(0))).to.equal(true);
  });

  it('ends as unavailable without an order if a part is rejected three times', async () => {
    const no: Reply = { status: 403, body: '<Error>SignatureDoesNotMatch</Error>' };
    fake.answerParts(no, no, no);
    const failure = await providerFailureOf(provider.submit(clipOf(90 * MIB + 1), context));
    expect(failure).to.include({ kind: 'unavailable', status: 403 });
    expect(failure.message).not.to.include('Signature');
    expect(fake.accepted()).to.equal(0);
  });
});

describe("the retention of fal's results", () => {
  let provider: QueuedProvider;
  let fake: FalFake;

  beforeEach(async () => {
    ({ provider, fake } = await startFal());
  });
  afterEach(() => endFake(fake));

  const poll = (ref: UpstreamRef) => provider.poll(ref, context.signal);

  async function completed(): Promise<UpstreamRef> {
    const ref = await provider.submit(videoJob(SEEDANCE), context);
    for (let polls = 0; polls < 3; polls += 1) await poll(ref);
    return ref;
  }

  it('lasts an hour after the job ends, and then the job counts as failed and may be ordered again', async () => {
    const ref = await completed();
    fake.advance(HOUR - 60_000);
    expect((await poll(ref)).state).to.equal('done');
    fake.advance(120_000);
    const failure = await providerFailureOf(poll(ref));
    expect(failure).to.be.instanceOf(JobFailed).and.to.include({ kind: 'unavailable' });
  });

  it('lasts 6 minutes for 10 kB or more', async () => {
    const video = { url: 'https://v3.fal.media/clip.mp4', note: 'x'.repeat(10_000) };
    fake.script({ result: { status: 200, body: { video } } });
    const ref = await completed();
    fake.advance(5 * 60_000);
    expect((await poll(ref)).state).to.equal('done');
    fake.advance(2 * 60_000);
    expect(await providerFailureOf(poll(ref))).to.be.instanceOf(JobFailed);
  });

  it('has expired if the result is gone while the status still exists', async () => {
    fake.script({ result: { status: 404, body: { status: 'NOT_FOUND' } } });
    const failure = await providerFailureOf(completed());
    expect(failure).to.be.instanceOf(JobFailed);
    expect(failure).to.include({
      kind: 'unavailable',
      message: 'fal does not have the result any more.',
    });
  });
});
