import { formatMoment, formatRelative } from '../format/times';
import { useNow } from './use-now';

const REFRESH_MS = 15_000;

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
