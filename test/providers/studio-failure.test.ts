import { expect } from 'chai';
import { runInStudio } from '../../adapters/providers/local/studio-failure.js';
import { ProviderFailure } from '../../domain/ports/provider.js';
import { StudioFailure } from '@media-platform/studio';

async function thrownBy(error: Error): Promise<unknown> {
  try {
    return await runInStudio(() => {
      throw error;
    });
  } catch (thrown) {
    return thrown;
  }
}

describe('studio errors', () => {
  const rows = [
    { studio: 'unreadable', provider: 'rejected', status: 400 },
    { studio: 'timeout', provider: 'timeout', status: null },
    { studio: 'died', provider: 'unavailable', status: null },
    { studio: 'unsupported', provider: 'rejected', status: 400 },
    { studio: 'busy', provider: 'unavailable', status: null },
  ] as const;
  for (const { studio, provider, status } of rows) {
    it(`become ${provider} for the workflow if the studio reports ${studio}`, async () => {
      const cause = new Error('what a decoder said');
      const failure = await thrownBy(new StudioFailure(studio, 'The words.', cause));
      expect(failure).to.be.instanceOf(ProviderFailure);
      expect(failure).to.include({ kind: provider, status, message: 'The words.', cause });
    });
  }

  it('do not change errors from other code', async () => {
    const reason = new Error('the caller has gone');
    expect(await thrownBy(reason)).to.equal(reason);
  });
});
