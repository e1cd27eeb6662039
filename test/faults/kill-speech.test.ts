import { expect } from 'chai';
import { GENERATION_CHECKPOINTS } from '../../domain/ports/checkpoint.js';
import { NO_DAMAGE, orderSpeech } from './audit.js';
import { KillMatrix, type Round } from './kill-matrix.js';

const ROUND_MS = 300_000;

describe('speech whose process is killed (kill -9)', function () {
  this.timeout(2 * ROUND_MS);
  let matrix: KillMatrix | null = null;
  const rounds: Round[] = [];

  before(async () => {
    matrix = await KillMatrix.start(orderSpeech);
    // Half of the checkpoints per round: a small machine cannot start all processes concurrently.
    const half = GENERATION_CHECKPOINTS.length / 2;
    rounds.push(await matrix.round(GENERATION_CHECKPOINTS.slice(0, half)));
    rounds.push(await matrix.round(GENERATION_CHECKPOINTS.slice(half)));
  });
  after(() => matrix?.stop());

  for (const point of GENERATION_CHECKPOINTS) {
    it(`is charged once and ends once, at ${point}`, () => {
      const points = rounds.flatMap((round) => round.points);
      const found = points.find((row) => row.point === point);
      expect(found?.killed, 'processes killed at the checkpoint').to.equal(1);
      expect(found?.damage).to.deep.equal(NO_DAMAGE);
      expect(found?.failed, 'only the blocked text fails').to.equal(1);
      expect(found?.completed).to.equal((found?.accepted ?? 0) - 1);
    });
  }

  it('leaves the ledger consistent', () => {
    expect(rounds.flatMap(({ violations }) => violations)).to.deep.equal([]);
  });
});
