import { expect } from 'chai';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { useInspector } from './harness.js';
import { fixture, picture } from './samples.js';
import { randomFrom } from '../../support/random.js';

const MUTANTS_PER_FILE = 100;
const SEED = 20_261_121;

/** Changes one to eight bytes at random positions, and truncates one of four files. */
function mutant(bytes: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(bytes);
  const changes = 1 + Math.floor(random() * 8);
  for (let done = 0; done < changes; done += 1) {
    const values = [0, 0x7f, 0x80, 0xff, Math.floor(random() * 256)];
    copy[Math.floor(random() * copy.length)] = values[Math.floor(random() * values.length)] ?? 0;
  }
  return random() < 0.25 ? copy.subarray(0, Math.floor(random() * copy.length)) : copy;
}

describe('inspection of damaged files', () => {
  const { get } = useInspector();
  const files: Record<string, () => Buffer | Promise<Buffer>> = {
    MP4: () => fixture('clip.mp4'),
    WebM: () => fixture('clip.webm'),
    PNG: () => picture().png().toBuffer(),
  };

  for (const [name, make] of Object.entries(files)) {
    it(`returns metadata or a rejection for each of ${MUTANTS_PER_FILE} mutants of ${name}`, async () => {
      const original = await make();
      const random = randomFrom(SEED + name.length);
      const answers: Record<string, number> = {};
      let slowest = 0;
      for (let made = 0; made < MUTANTS_PER_FILE; made += 1) {
        const bytes = mutant(original, random);
        const startedAt = performance.now();
        const answer = await get()
          .inspect(bytes, { declaredType: null })
          .then(
            () => 'accepted',
            (error: unknown) =>
              error instanceof MediaRefused ? error.reason : `broke: ${String(error)}`,
          );
        slowest = Math.max(slowest, performance.now() - startedAt);
        answers[answer] = (answers[answer] ?? 0) + 1;
      }
      console.log(`      ${JSON.stringify(answers)}, slowest ${Math.round(slowest)} ms`);
      expect(Object.keys(answers).filter((answer) => answer.startsWith('broke'))).to.be.empty;
    });
  }
});
