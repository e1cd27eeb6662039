import { useEffect, useState } from 'react';
import { formatMoment, formatRelative } from '../format/times';

const REFRESH_MS = 15_000;

/** Returns the current time, and updates it while `matters` is true. */
export function useNow(everyMs: number, matters = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!matters) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, matters]);
  return now;
}

interface Props {
  readonly at: number;
}

/** Shows a past time relative to now, and the exact time on hover. */
export function Moment({ at }: Props) {
  // If the browser's clock is behind the server's clock, show "just now" instead of a future time.
  return <Distance at={at} now={Math.max(useNow(REFRESH_MS), at)} />;
}

/** Shows a future time relative to now, and the exact time on hover. */
export function UntilMoment({ at }: Props) {
  return <Distance at={at} now={useNow(REFRESH_MS)} />;
}

function Distance({ at, now }: Props & { readonly now: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)} className="unbroken">
      {formatRelative(at, now)}
    </time>
  );
}
