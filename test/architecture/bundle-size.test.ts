import { statSync } from 'node:fs';
import { expect } from 'chai';
import { workflowBundle } from '../support/workers.js';

const BYTES_MAX = 2_500_000;

describe('the workflow bundle', () => {
  it('stays below 2.5 MB, without a schema library, a database driver or a vendor SDK', async () => {
    const { size } = statSync((await workflowBundle()).codePath);
    console.log(`      workflow bundle: ${(size / 1e6).toFixed(2)} MB`);
    expect(size).to.be.below(BYTES_MAX);
  });
});
