import { expect } from 'chai';
import { createCredentialReader } from '../../../adapters/media/credentials/signer.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { makeHostileFiles } from './hostile-files.js';

const FILES = 200;

describe('reading damaged files', function () {
  this.timeout(120_000);
  const reader = createCredentialReader();
  after(() => reader.close());

  it(`gives a report or a refusal for each of ${FILES} files`, async () => {
    const outcomes = new Map<string, number>();
    for (const bytes of await makeHostileFiles(FILES)) {
      const outcome = await reader.examine(bytes, []).then(
        ({ credentials }) => credentials.state,
        (error: unknown) => {
          if (error instanceof MediaRefused) return error.reason;
          throw error;
        },
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect(outcomes.get('invalid')).to.be.above(FILES / 4);
    expect([...outcomes.values()].reduce((sum, count) => sum + count)).to.equal(FILES);
  });
});
