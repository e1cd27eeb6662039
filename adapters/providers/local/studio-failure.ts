import { ProviderFailure, type FailureKind } from '../../../domain/ports/provider.js';
import { StudioFailure, type StudioFailureKind } from '../../../studio/index.js';

/** What each failure of the studio means to whoever asked a provider, and its HTTP status. */
const MEANINGS: Readonly<
  Record<StudioFailureKind, { readonly kind: FailureKind; readonly status: number | null }>
> = {
  unreadable: { kind: 'rejected', status: 400 },
  timeout: { kind: 'timeout', status: null },
  died: { kind: 'unavailable', status: null },
};

/**
 * Runs work of the studio.
 * @throws {ProviderFailure} in place of a StudioFailure; anything else as it is
 */
export async function inStudio<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StudioFailure)) throw error;
    const { kind, status } = MEANINGS[error.kind];
    const failure = new ProviderFailure(kind, error.message, status);
    failure.cause = error.cause;
    throw failure;
  }
}
