import type { Outcome, UpstreamFake } from '@media-platform/stand-ins/providers/upstream-fake.js';
import type { ProviderJob, QueuedProvider } from '../../../domain/ports/provider.js';

/** What a submit to a fake may take: more than any busy machine needs for it. */
export const PATIENT_MS = 20_000;
/** The same where the fake says nothing and is waited for, after it has taken what was sent. */
export const SILENT_MS = 2_000;

/** One adapter, as the conformance suite meets it. */
export interface Subject {
  readonly name: string;
  /** Starts a fake and an adapter that talks to it; `deadlineMs` bounds a submit. */
  start(deadlineMs?: number): Promise<{ provider: QueuedProvider; fake: UpstreamFake }>;
  /** Jobs of every kind that the vendor offers; the first is used where any will do. */
  readonly jobs: readonly ProviderJob[];
  /** What this vendor cannot show, with the reason from its documentation. */
  readonly without?: Partial<Record<Outcome, string>>;
  /** What cancelling a queued job comes to. */
  readonly cancel: 'stopped' | 'unsupported';
}
