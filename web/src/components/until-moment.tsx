import { formatMoment, formatRelative } from '../lib/format';

/** A moment to come (`<Moment>` is for those that were); the exact one on hover. */
export function UntilMoment({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatRelative(at)}
    </time>
  );
}
