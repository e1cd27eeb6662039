import { expect } from 'chai';
import { workflowBundle } from '../support/workers.js';

const BYTES_MAX = 2_500_000;

describe('workflow bundle', () => {
  it('stays below 2.5 MB: no schema, driver or SDK of a vendor gets into workflow code', async () => {
    const { code } = await workflowBundle();
    console.log(`      workflow bundle: ${(Buffer.byteLength(code) / 1e6).toFixed(2)} MB`);
    expect(Buffer.byteLength(code)).to.be.below(BYTES_MAX);
  });
});
