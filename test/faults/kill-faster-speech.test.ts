import { expect } from 'chai';
import {
  SECONDS_PER_CHARACTER,
  startSpeechFake,
  type SpeechFake,
} from '@media-platform/stand-ins/providers/openai/speech-fake.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import type { Checkpoint } from '../../domain/ports/checkpoint.js';
import { PlatformProcess } from '../support/process.js';
import { SHORT_CLIP } from '../support/short-clip.js';
import { until } from '../support/until.js';
import { buildCustomer, CREDITS, type Customer } from './audit.js';
import { startPlatform, type Platform } from './platform.js';

const ALL_MS = 400_000;
const FINISH_MS = 180_000;
const KEY = 'test-key';
const CLIP_SECONDS = 2;
/** The vendor speaks spaces as well, so this takes 2.4 seconds, which is a fifth too long. */
const SCRIPT = `Good${' '.repeat(32)}day.`;
/** The worker dies after it has measured the first speech, and its successor after the second order. */
const DEATHS: readonly Checkpoint[] = ['render.after_record', 'order.after_ref'];

describe('a script that is spoken twice while its workers are killed (kill -9)', function () {
  this.timeout(ALL_MS);
  let platform: Platform;
  let voices: SpeechFake;
  let customer: Customer;
  let successor: PlatformProcess | null = null;
  const signals: (NodeJS.Signals | null)[] = [];
  let body: GenerationBody;

  before(async () => {
    voices = await startSpeechFake(KEY);
    const vendor = {
      SPEECH_BASE_URL: voices.url,
      SPEECH_API_KEY: KEY,
      EGRESS_ALLOW: new URL(voices.url).origin,
    };
    platform = await startPlatform(['api', 'orchestrator'], vendor);
    const start = (extra: Record<string, string> = {}) =>
      PlatformProcess.start('media', platform.servers.env({ ...vendor, ...extra }));
    customer = await buildCustomer(platform.deps, platform.url);
    const request = { ...SHORT_CLIP, duration: String(CLIP_SECONDS), audio: true, script: SCRIPT };
    const created = await customer.client.video({ ...request, prompt: 'a woman' });
    expect(created.status, created.text).to.equal(202);
    for (const point of DEATHS) {
      const worker = await start({ CRASH_AT: point });
      signals.push((await worker.ended).signal);
    }
    successor = await start();
    body = await until(
      'the video has ended',
      async () => {
        const found = await customer.client.get(`/v1/generations/${created.body.id}`);
        return found.body.completed_at === null ? null : found.body;
      },
      FINISH_MS,
    );
  });
  after(async () => {
    await successor?.stop();
    await platform?.stop();
    await voices?.stop();
  });

  it('is ordered twice in total, and completes', () => {
    expect(SCRIPT.length * SECONDS_PER_CHARACTER).to.be.closeTo(2.4, 0.01);
    expect(signals).to.deep.equal(['SIGKILL', 'SIGKILL']);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    expect(voices.accepted().map(({ speed = 1 }) => speed)).to.deep.equal([1, 1.22]);
    expect(voices.violations()).to.deep.equal([]);
  });

  it('is charged once, and leaves the ledger consistent', async () => {
    const [row]: { left: number }[] = await platform.deps.db.query(
      'SELECT (sub + pur)::int AS left FROM account WHERE id = $1',
      [customer.accountId],
    );
    expect(row?.left).to.equal(CREDITS - body.credits);
    expect(await checkInvariants(platform.deps.db.manager)).to.deep.equal([]);
  });
});
