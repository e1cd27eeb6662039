import type { Outcome, UpstreamFake } from '@media-platform/stand-ins/providers/upstream-fake.js';
import type { ProviderJob, QueuedProvider } from '../../../domain/ports/provider.js';

/** Deadline of a submit to a fake, longer than any busy machine needs. */
export const PATIENT_MS = 20_000;
/** Deadline of a submit to a silent fake, after it has accepted the request. */
export const SILENT_MS = 2_000;

/** An adapter under test. */
export interface Subject {
  readonly name: string;
  /** Starts a fake and an adapter that uses it; `deadlineMs` limits a submit. */
  start(deadlineMs?: number): Promise<{ provider: QueuedProvider; fake: UpstreamFake }>;
  /** Jobs of every kind that the vendor offers; the first is used where any is suitable. */
  readonly jobs: readonly ProviderJob[];
  /** Outcomes that do not exist with this vendor, with the reason from its documentation. */
  readonly without?: Partial<Record<Outcome, string>>;
  /** The result of cancelling a queued job. */
  readonly cancel: 'stopped' | 'unsupported';
}
