import { formatMoment, formatRelative } from '../format/times';
import { useNow } from './use-now';

const REFRESH_MS = 15_000;

interface Props {
  readonly at: number;
}

/** A moment that was, as distance from now; the exact one on hover. */
export function Moment({ at }: Props) {
  // A clock that is behind that of the service has nothing happen in the future.
  return <Distance at={at} now={Math.max(useNow(REFRESH_MS), at)} />;
}

/** A moment to come, in the same way. */
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
