import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { createFileCheck } from '../../adapters/media/inspection/file-check.js';
import { createFrameSampler, FRAMES } from '../../adapters/media/sample-frames.js';
import type { FileCheck } from '../../domain/ports/file-check.js';
import type { ObjectStore } from '../../domain/ports/object-store.js';
import type { JobMedia } from '../../domain/ports/provider-job.js';
import { FairQueue } from '../../runtime/fair-queue.js';
import { INSPECTIONS } from '../../runtime/shares.js';
import { clipOf } from '../support/clip.js';
import { failureOf, providerFailureOf } from '../support/failure.js';
import { ffmpegStub, isRed, type FfmpegStub, type Shows } from '../support/ffmpeg-stub.js';

const SECONDS = 5;

describe('frames sampled from a motion clip', () => {
  const { signal } = new AbortController();
  const stubs: FfmpegStub[] = [];
  let clip: JobMedia;
  let fileCheck: FileCheck;
  const samplerOf = (program: string, deadlineMs?: number) =>
    createFrameSampler(program, fileCheck, deadlineMs);
  before(async () => {
    fileCheck = createFileCheck({} as ObjectStore, new FairQueue(INSPECTIONS));
    clip = { bytes: await clipOf(SECONDS), contentType: 'video/mp4' };
  });
  after(() => fileCheck.close());
  afterEach(async () => {
    await Promise.all(stubs.splice(0).map((stub) => stub.remove()));
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith('motion-clip-'));
    expect(left, 'files left behind').to.deep.equal([]);
  });

  const stub = async (show: (at: number) => Shows): Promise<FfmpegStub> => {
    const made = await ffmpegStub(show);
    stubs.push(made);
    return made;
  };

  it('include one frame from each fifth of the clip, so that the middle fifth is always checked', async () => {
    const { program, calls } = await stub((at) => (at >= 2 && at <= 3 ? 'red' : 'green'));
    const frames = await samplerOf(program).sample(clip, signal);
    expect(await Promise.all(frames.map(isRed))).to.deep.equal([false, false, true, false, false]);
    const moments = (await calls()).map((args) => Number(args[args.indexOf('-ss') + 1]));
    expect(moments).to.have.length(FRAMES);
    for (const [part, at] of moments.entries()) {
      expect(at).to.be.within((part * SECONDS) / FRAMES, ((part + 1) * SECONDS) / FRAMES);
    }
  });

  it('are read only from a file in the format that was checked', async () => {
    const { program, calls } = await stub(() => 'green');
    await samplerOf(program).sample(clip, signal);
    const [args = []] = await calls();
    const valueOf = (name: string) => args[args.indexOf(name) + 1];
    expect(valueOf('-protocol_whitelist')).to.equal('file');
    expect(valueOf('-f')).to.equal('mov');
    expect(args).to.include('-nostdin');
  });

  it('are skipped if unreadable, but the clip is rejected if all frames are unreadable', async () => {
    const some = await stub((at) => (at < 1 ? 'failure' : 'green'));
    const frames = await samplerOf(some.program).sample(clip, signal);
    expect(frames).to.have.length(FRAMES - 1);
    const none = await stub(() => 'failure');
    const failure = await providerFailureOf(samplerOf(none.program).sample(clip, signal));
    expect(failure).to.include({ kind: 'rejected', status: 422 });
  });

  it('are not read from a file that is not a clip, and the program is not started', async () => {
    const { program, calls } = await stub(() => 'green');
    const nonsense = { bytes: Buffer.from('nonsense'), contentType: 'video/mp4' };
    const failure = await providerFailureOf(samplerOf(program).sample(nonsense, signal));
    expect(failure.kind).to.equal('rejected');
    expect(await calls()).to.deep.equal([]);
  });

  it('fail as unavailable if the program is missing, or as timeout if it hangs, so that every clip is checked', async () => {
    const missing = samplerOf('/nowhere/ffmpeg');
    expect((await providerFailureOf(missing.sample(clip, signal))).kind).to.equal('unavailable');
    const { program } = await stub(() => 'nothing');
    const late = samplerOf(program, 50);
    expect((await providerFailureOf(late.sample(clip, signal))).kind).to.equal('timeout');
  });

  it('stop with the abort reason when aborted', async () => {
    const control = new AbortController();
    const { program } = await stub(() => 'nothing');
    const sampling = samplerOf(program).sample(clip, control.signal);
    control.abort(new Error('draining'));
    expect(await failureOf(sampling)).to.have.property('message', 'draining');
  });
});
