import { expect } from 'chai';
import { ProviderFailure } from '../../domain/ports/provider.js';

/** The ProviderFailure of a call that must fail; anything else fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const thrown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown, 'a failure').to.be.instanceOf(ProviderFailure);
  return thrown as ProviderFailure;
}
