import type { ReportedProgress } from '../domain/generations/record-reported.js';
import type { StateReporter } from './keep-alive.js';

/** Minimum change of the fraction that is stored. */
const FRACTION_STEP = 0.05;
/** Minimum time between two stored reports. */
const STORE_EVERY_MS = 1_000;

/**
 * Wraps a step's reporter so that it also stores the provider's position and progress for clients:
 * at most once a second, and only after a change. A failed write is ignored, because the next
 * report replaces it.
 */
export function noteProgress(
  reportState: StateReporter,
  store: (reported: ReportedProgress) => Promise<void>,
): StateReporter {
  let last: ReportedProgress = { position: null, fraction: null };
  let storedAt = -STORE_EVERY_MS;
  return (details) => {
    reportState(details);
    const reported = readReported(details);
    const now = performance.now();
    if (!hasMoved(last, reported) || now - storedAt < STORE_EVERY_MS) return;
    last = reported;
    storedAt = now;
    void store(reported).catch(() => undefined);
  };
}

function readReported(details: object): ReportedProgress {
  const { position, progress } = details as { position?: unknown; progress?: unknown };
  const isPosition = typeof position === 'number' && Number.isInteger(position) && position >= 0;
  const isShare = typeof progress === 'number' && progress >= 0 && progress <= 1;
  return {
    position: isPosition ? position : null,
    fraction: isShare ? progress : null,
  };
}

const hasMoved = (before: ReportedProgress, now: ReportedProgress): boolean =>
  before.position !== now.position ||
  (before.fraction === null) !== (now.fraction === null) ||
  Math.abs((before.fraction ?? 0) - (now.fraction ?? 0)) >= FRACTION_STEP;
