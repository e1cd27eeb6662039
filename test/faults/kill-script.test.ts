import { expect } from 'chai';
import { GENERATION_CHECKPOINTS } from '../../domain/ports/checkpoint.js';
import { NO_DAMAGE, orderSpeakingVideo } from './audit.js';
import { KillMatrix, type Round } from './kill-matrix.js';

const ROUND_MS = 600_000;

describe('a video with a script whose process is killed (kill -9)', function () {
  this.timeout(ROUND_MS);
  let matrix: KillMatrix | null = null;
  let round: Round;

  before(async () => {
    matrix = await KillMatrix.start(orderSpeakingVideo);
    round = await matrix.round(GENERATION_CHECKPOINTS);
  });
  after(() => matrix?.stop());

  for (const point of GENERATION_CHECKPOINTS) {
    it(`is charged once and ends once, at ${point}`, () => {
      const [found] = round.points.filter((row) => row.point === point);
      expect(found?.killed, 'processes killed at the checkpoint').to.equal(1);
      expect(found?.damage).to.deep.equal(NO_DAMAGE);
      expect(found?.failed, 'only the blocked prompt fails').to.equal(1);
      expect(found?.completed).to.equal((found?.accepted ?? 0) - 1);
    });
  }

  it('leaves the ledger consistent', () => {
    expect(round.violations).to.deep.equal([]);
  });
});
