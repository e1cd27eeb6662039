import { expect } from 'chai';

interface Fake {
  violations(): readonly string[];
  stop(): Promise<void>;
}

/** Stops the fake of a vendor. Fails if the fake recorded a protocol violation. */
export async function endFake(fake: Fake): Promise<void> {
  await fake.stop();
  expect(fake.violations(), 'protocol violations').to.deep.equal([]);
}
