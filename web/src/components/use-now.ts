import { useEffect, useState } from 'react';

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
