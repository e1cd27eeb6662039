import { expect } from 'chai';
import { GENERATION_CHECKPOINTS } from '../../domain/ports/checkpoint.js';
import { NO_DAMAGE } from './audit.js';
import { KillMatrix, type Round } from './kill-matrix.js';

/** Two rounds run concurrently, so that the test waits for Temporal's timeouts only once per pair. */
const PAIRS = Math.ceil(Number(process.env['KILL_ROUNDS'] ?? 2) / 2);
const ROUNDS = PAIRS * 2;
const ROUND_MS = 300_000;

describe(`requests whose process is killed (kill -9), ${ROUNDS} rounds`, function () {
  this.timeout(ROUND_MS * ROUNDS);
  let matrix: KillMatrix | null = null;
  const rounds: Round[] = [];

  before(async () => {
    matrix = await KillMatrix.start();
    for (let pair = 0; pair < PAIRS; pair += 1) {
      rounds.push(await matrix.round([...GENERATION_CHECKPOINTS, ...GENERATION_CHECKPOINTS]));
    }
  });
  after(() => matrix?.stop());

  for (const point of GENERATION_CHECKPOINTS) {
    it(`are charged once and end once, at ${point}`, () => {
      const found = rounds.flatMap((round) => round.points.filter((row) => row.point === point));
      expect(found).to.have.length(ROUNDS);
      for (const { killed, accepted, completed, failed, damage } of found) {
        expect(killed, 'processes killed at the checkpoint').to.equal(1);
        expect(damage).to.deep.equal(NO_DAMAGE);
        expect(completed + failed).to.equal(accepted);
        expect(failed, 'only the blocked generation fails').to.equal(1);
      }
    });
  }

  it('leave the ledger consistent after every round', () => {
    expect(rounds.map(({ violations }) => violations)).to.deep.equal(rounds.map(() => []));
  });
});
