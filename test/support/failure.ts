import { expect } from 'chai';
import { ProviderFailure } from '../../domain/ports/provider.js';

type ErrorType<E> = abstract new (...args: never[]) => E;

/**
 * Returns the error with which a promise rejects. A promise that resolves, or rejects with another
 * value than an `Error`, fails the test.
 */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => expect.fail('was expected to fail'),
    (error: unknown) => checkType(error, Error),
  );
}

/** Returns the ProviderFailure of a call that must fail; any other outcome fails the test. */
export async function providerFailureOf(work: Promise<unknown>): Promise<ProviderFailure> {
  return checkType(await failureOf(work), ProviderFailure);
}

/** Returns the ProviderFailure of a call that must fail synchronously. */
export function refusalOf(call: () => unknown): ProviderFailure {
  let refusal: unknown = null;
  try {
    call();
  } catch (error) {
    refusal = error;
  }
  return checkType(refusal, ProviderFailure);
}

function checkType<E>(error: unknown, type: ErrorType<E>): E {
  if (error instanceof type) return error;
  return expect.fail(`was expected to fail with ${type.name}, not with: ${String(error)}`);
}
