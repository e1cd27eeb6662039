import { expect } from 'chai';

interface Fake {
  violations(): readonly string[];
  stop(): Promise<void>;
}

/** Stops a vendor's fake, which must have recorded no protocol violation. */
export async function endFake(fake: Fake): Promise<void> {
  await fake.stop();
  expect(fake.violations(), 'breaches of the protocol').to.deep.equal([]);
}
