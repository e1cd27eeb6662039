import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import sharp from 'sharp';
import { createLocalModeration } from '../../adapters/moderation/moderation.js';
import { CLASSES, verdictOf, type Limit } from '../../adapters/moderation/picture-classes.js';
import {
  createPictureThread,
  type PictureThread,
  type ThreadSettings,
} from '../../adapters/moderation/picture-thread.js';
import { judgePictures } from '../../adapters/moderation/pictures.js';
import { jobOf, patches, render } from '../studio/pictures.js';
import { failureOf, providerFailureOf } from '../support/failure.js';

const { signal } = new AbortController();
const PIXELS = Buffer.alloc(224 * 224 * 3, 120);
/** Refuses what is certainly neutral: the way through the model without a picture that nobody wants. */
const NO_NEUTRAL: readonly Limit[] = [{ classes: ['neutral', 'drawing'], from: 0.5 }];

describe('the limits for pictures', () => {
  const shares = (values: Partial<Record<(typeof CLASSES)[number], number>>) =>
    CLASSES.map((name) => values[name] ?? 0);

  it('refuse pornography, photographed, drawn or between the two', () => {
    expect(verdictOf(shares({ porn: 0.9 }))).to.deep.equal({
      allowed: false,
      reason: 'picture: porn or hentai 0.90',
    });
    expect(verdictOf(shares({ hentai: 0.85 })).allowed).to.equal(false);
    expect(verdictOf(shares({ hentai: 0.45, porn: 0.45 })).allowed).to.equal(false);
  });

  it('allow everything else, and what is not certain', () => {
    for (const values of [
      { neutral: 1 },
      { drawing: 1 },
      { sexy: 1 },
      { porn: 0.84, sexy: 0.16 },
    ]) {
      expect(verdictOf(shares(values)).allowed, JSON.stringify(values)).to.equal(true);
    }
  });
});

describe('the check of pictures', () => {
  const threads: PictureThread[] = [];
  const thread = (settings: ThreadSettings = {}): PictureThread => {
    const made = createPictureThread(settings);
    threads.push(made);
    return made;
  };
  afterEach(async () => {
    await Promise.all(threads.splice(0).map((one) => one.close()));
  });

  it('gives one probability for each class', async () => {
    const found = await thread().classify(PIXELS, signal);
    expect(found).to.have.length(CLASSES.length);
    expect(found.reduce((sum, value) => sum + value, 0)).to.be.closeTo(1, 0.01);
  });

  it('lets ordinary pictures pass, and what the local renderer draws', async () => {
    const images = [
      await patches([600, 400], '#3366aa', [[0.3, 0.3, 0.4, 0.4, '#e0c080']]),
      await render(jobOf('a portrait of a woman in a red coat')),
      await render(jobOf('aurora over a city, cherry blossom')),
      await sharp({ create: { width: 90, height: 40, channels: 4, background: '#d9a58800' } })
        .webp()
        .toBuffer(),
    ];
    const moderation = createLocalModeration([]);
    expect(moderation.seesPictures).to.equal(true);
    expect(await moderation.images(images, signal)).to.deep.equal({ allowed: true });
    await moderation.close();
  });

  it('asks the model about the picture itself: the first over a limit decides', async () => {
    const images = [await patches([300, 300], '#888888'), Buffer.from('never read')];
    const verdict = await judgePictures(thread(), images, signal, NO_NEUTRAL);
    expect(verdict).to.have.property('allowed', false);
    expect(verdict)
      .to.have.property('reason')
      .that.matches(/^picture: neutral or drawing [01]\.\d\d$/);
  });

  it('cannot say anything about bytes that are no picture', async () => {
    const failure = await providerFailureOf(
      judgePictures(thread(), [Buffer.from('nothing')], signal),
    );
    expect(failure).to.include({ kind: 'rejected', status: 400 });
  });

  it('judges many at once in order, refuses the one too many, and then goes on', async () => {
    const one = thread({ queueMax: 3 });
    // The first is under way, three wait.
    const calls = Array.from({ length: 4 }, () => one.classify(PIXELS, signal));
    expect((await providerFailureOf(one.classify(PIXELS, signal))).kind).to.equal('rate_limited');
    expect(await Promise.all(calls)).to.have.length(4);
    expect(await one.classify(PIXELS, signal)).to.have.length(CLASSES.length);
  });

  it('gives up at the deadline, and starts afresh for the next picture', async () => {
    const late = thread({ deadlineMs: 1 });
    expect((await providerFailureOf(late.classify(PIXELS, signal))).kind).to.equal('timeout');
    expect((await providerFailureOf(late.classify(PIXELS, signal))).kind).to.equal('timeout');
  });

  it('fails for a thread that dies of its memory limit, and this process lives on', async () => {
    const small = thread({ heapMb: 16 });
    expect((await providerFailureOf(small.classify(PIXELS, signal))).kind).to.equal('unavailable');
  });

  it('ends when idle, and comes back', async () => {
    const ends: Promise<unknown>[] = [];
    const watch = (worker: Worker) => ends.push(once(worker, 'exit'));
    process.on('worker', watch);
    const brief = thread({ idleMs: 1 });
    expect(await brief.classify(PIXELS, signal)).to.have.length(CLASSES.length);
    await Promise.all(ends);
    expect(await brief.classify(PIXELS, signal)).to.have.length(CLASSES.length);
    process.off('worker', watch);
    expect(ends).to.have.length(2);
  });

  it('stops waiting when told, and answers nothing once it is closed', async () => {
    const one = thread();
    const control = new AbortController();
    const first = one.classify(PIXELS, signal);
    const second = one.classify(PIXELS, control.signal);
    control.abort(new Error('draining'));
    expect(await failureOf(second)).to.have.property('message', 'draining');
    await first;
    const third = one.classify(PIXELS, signal);
    await one.close();
    expect((await providerFailureOf(third)).kind).to.equal('unavailable');
    expect((await providerFailureOf(one.classify(PIXELS, signal))).kind).to.equal('unavailable');
  });
});
