import { ProviderFailure, type FailureKind } from '../../../domain/ports/provider.js';
import { StudioFailure, type StudioFailureKind } from '@media-platform/studio';

/** The kind of provider failure and the HTTP status for each studio failure. */
const MEANINGS: Readonly<
  Record<StudioFailureKind, { readonly kind: FailureKind; readonly status: number | null }>
> = {
  unreadable: { kind: 'rejected', status: 400 },
  timeout: { kind: 'timeout', status: null },
  died: { kind: 'unavailable', status: null },
  unsupported: { kind: 'rejected', status: 400 },
  busy: { kind: 'unavailable', status: null },
};

/**
 * Runs studio work.
 * @throws {ProviderFailure} for a StudioFailure; other errors are unchanged
 */
export async function runInStudio<T>(work: () => Promise<T>): Promise<T> {
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
