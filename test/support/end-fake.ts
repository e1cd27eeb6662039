import { expect } from 'chai';

interface Fake {
  violations(): readonly string[];
  stop(): Promise<void>;
}

/** Stops a fake of an upstream, which must have seen no breach of its protocol. */
export async function endFake(fake: Fake): Promise<void> {
  await fake.stop();
  expect(fake.violations(), 'breaches of the protocol').to.deep.equal([]);
}
