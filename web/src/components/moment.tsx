import { useEffect, useState } from 'react';
import { formatMoment, formatRelative } from '../lib/format';

const REFRESH_MS = 15_000;

/** A moment as distance from now; the exact one on hover. */
export function Moment({ at }: { readonly at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatRelative(at, Math.max(now, at))}
    </time>
  );
}
