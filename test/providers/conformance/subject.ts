import type { Outcome, UpstreamFake } from '@media-platform/stand-ins/providers/upstream-fake.js';
import type { QueuedProvider } from '../../../domain/ports/provider.js';
import type { ProviderJob } from '../../../domain/ports/provider-job.js';

/** Deadline of a submit to a fake, longer than the slowest machine needs. */
export const PATIENT_MS = 20_000;
/** Deadline of a submit to a fake that accepts the request but does not respond. */
export const SILENT_MS = 2_000;

/** An adapter under test. */
export interface Subject {
  readonly name: string;
  /** Starts a fake vendor and an adapter that uses it; `deadlineMs` limits a submit. */
  start(deadlineMs?: number): Promise<{ provider: QueuedProvider; fake: UpstreamFake }>;
  /** Jobs of every kind that the vendor offers. A test that needs any job uses the first one. */
  readonly jobs: readonly ProviderJob[];
  /** Outcomes that this vendor does not have, with the reason from its documentation. */
  readonly without?: Partial<Record<Outcome, string>>;
  /** Expected result of cancelling a queued job. */
  readonly cancel: 'stopped' | 'unsupported';
}
