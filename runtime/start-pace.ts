/** How fast workflows are started. Times are milliseconds. */
export interface StartPace {
  /** Starts of one round, side by side. */
  readonly size: number;
  /** What the quickest round took of late, and since when it has counted. */
  readonly quickest: number;
  readonly since: number;
  /** Until the next round. */
  readonly rest: number;
}

const SIZE_MAX = 8;
/** A round that takes this many times as long as the quickest one had to wait for something. */
const SLOW = 1.3;
/** A rest is so many times as long as what was waited for, up to a bound. */
const REST = 3;
const REST_MAX_MS = 500;
/** So old a measurement tells nothing: Temporal may be somewhere else by now. */
const QUICKEST_MS = 60_000;

export const FIRST_PACE: StartPace = { size: 1, quickest: Infinity, since: -Infinity, rest: 0 };

/**
 * The pace after a round. Whoever starts a workflow takes time of this process, and where Temporal is
 * on the same machine several times as much of its processors. Rounds take longer then, so fewer are
 * started and answers go out in between; the relay starts what is left over. Where there is time
 * enough, more and more are started at once.
 */
export function nextPace(pace: StartPace, tookMs: number, now: number): StartPace {
  const isOld = now - pace.since > QUICKEST_MS;
  const isQuickest = isOld || tookMs < pace.quickest;
  const quickest = isQuickest ? tookMs : pace.quickest;
  const isSlow = tookMs > SLOW * quickest;
  return {
    size: isSlow ? Math.max(1, Math.floor(pace.size / 2)) : Math.min(SIZE_MAX, pace.size + 1),
    quickest,
    since: isOld ? now : pace.since,
    rest: Math.min(REST_MAX_MS, REST * (tookMs - quickest)),
  };
}
